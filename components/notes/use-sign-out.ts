'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { signOut } from '@/lib/session/sign-out'
import { getUser } from '@/lib/session/token'

const loadKept = () => import('@/lib/kept/late')

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
      const drafts = user === null ? [] : await draftsToLose(user).catch(() => [])
      if (drafts.length > 0) setIsAsking(true)
      else await leave()
    },
    dismiss: () => setIsAsking(false),
    leave,
    prepare: () => Promise.all([router.prefetch('/'), loadKept()]),
  }
}

async function draftsToLose(user: string) {
  return (await loadKept()).draftsOf(user)
}
