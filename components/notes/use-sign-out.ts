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

  async function leave() {
    const user = getUser()
    const kept = await loadKept().catch(console.warn)
    router.push('/')
    signOut()
    if (user !== null) await kept?.removeKept(user).catch(console.warn)
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
    return await (await loadKept()).hasDrafts(user)
  } catch (cause) {
    console.warn(cause)
    return false
  }
}
