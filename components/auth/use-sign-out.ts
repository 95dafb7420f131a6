'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { signOut } from '@/lib/session/sign-out'
import { getUser } from '@/lib/session/token'

const loadKept = () => import('@/lib/drafts/deferred')
const loadRemoval = async () => (await loadKept()).loadRemoval()

/** 'Cerrar sesión': asks once where drafts may be lost, and leaves nothing of the user in this browser. */
export function useSignOut() {
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)

  /** The session ends at once, though the removal may have to be loaded first, or be left to the next page. */
  async function leave() {
    const user = getUser()
    router.push('/')
    signOut()
    try {
      if (user !== null) await (await loadRemoval()).clearUserData(user)
    } catch (cause) {
      console.warn(cause)
    }
  }

  return {
    isAsking,
    async ask() {
      const user = getUser()
      const mayLoseDrafts = await loadKept().then(
        ({ mayHaveDrafts }) => user !== null && mayHaveDrafts(user),
        () => false,
      )
      if (mayLoseDrafts) setIsAsking(true)
      else await leave()
    },
    dismiss: () => setIsAsking(false),
    leave,
    prepare: () => Promise.all([router.prefetch('/'), loadRemoval()]),
  }
}
