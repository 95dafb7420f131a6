'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { mayHaveDrafts } from '@/lib/drafts/draft-store'
import { loadClearUserData } from '@/lib/drafts/watch-sign-outs'
import { signOut } from '@/lib/session/sign-out'
import { getUser } from '@/lib/session/token'

/** Signs out and removes the user's data from this browser; asks first if drafts may be lost. */
export function useSignOut() {
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)

  /** Ends the session at once. If the removal cannot be loaded, the next login screen removes the data. */
  function leave() {
    const user = getUser()
    router.push('/')
    signOut()
    loadClearUserData()
      .then(({ clearUserData }) => clearUserData(user))
      .catch(console.warn)
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
