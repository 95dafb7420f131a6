'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { signOut } from '@/lib/session/sign-out'
import { getUser } from '@/lib/session/token'

const loadKept = () => import('@/lib/kept/remove-kept')

/** 'Cerrar sesión': asks once where drafts would be lost, and leaves nothing of the user in this browser. */
export function useSignOut() {
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)

  /** The session ends at once, though the removal may have to be loaded first. */
  async function leave() {
    const user = getUser()
    router.push('/')
    signOut()
    try {
      if (user !== null) await (await loadKept()).removeKept(user)
    } catch (cause) {
      console.warn(cause)
    }
  }

  return {
    isAsking,
    async ask() {
      const user = getUser()
      if (user !== null && (await wouldLoseDrafts(user))) setIsAsking(true)
      else await leave()
    },
    dismiss: () => setIsAsking(false),
    leave,
    prepare: () => Promise.all([router.prefetch('/'), loadKept()]),
  }
}

async function wouldLoseDrafts(user: string): Promise<boolean> {
  try {
    const { draftsOf } = await import('@/lib/kept/late')
    return (await draftsOf(user)).length > 0
  } catch (cause) {
    console.warn(cause)
    return false
  }
}
