import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { signOut } from '@/lib/auth/sign-out'
import { loadClearUserData } from '@/lib/auth/watch-sign-outs'
import { mayHaveDrafts } from '@/lib/drafts/draft-store'
import { getUser } from '@/lib/session/token'

/** Signs out and removes the user's data from this browser; asks first if drafts may be lost. */
export function useSignOut() {
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)

  function leave() {
    router.push('/')
    signOut()
  }

  return {
    isAsking,
    async ask() {
      if (await mayHaveDrafts(getUser())) setIsAsking(true)
      else leave()
    },
    dismiss: () => setIsAsking(false),
    leave,
    preload: () => Promise.all([router.prefetch('/'), loadClearUserData()]),
  }
}
