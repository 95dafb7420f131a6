'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { Note } from '@/lib/domain/note'
import { signOut } from '@/lib/session/sign-out'
import { getUser } from '@/lib/session/token'

const loadKept = () => import('@/lib/kept/late')
const loadRemoval = async () => (await loadKept()).loadRemoval()

/**
 * 'Cerrar sesión': asks once where drafts would be lost, and leaves nothing of the user in this browser.
 *
 * @param notes all that the host has, where that is known: a draft of what is saved is no loss
 * @param openedAt when the screen opened, in milliseconds of `performance.now()`
 */
export function useSignOut(notes: Note[] | undefined, openedAt: number) {
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)

  async function wouldLoseDrafts(): Promise<boolean> {
    try {
      const { latestDrafts } = await loadKept()
      return (await latestDrafts(notes, openedAt)).length > 0
    } catch (cause) {
      console.warn(cause)
      return false
    }
  }

  /** The session ends at once, though the removal may have to be loaded first, or be left to the next page. */
  async function leave() {
    const user = getUser()
    router.push('/')
    signOut()
    try {
      if (user !== null) await (await loadRemoval()).removeKept(user)
    } catch (cause) {
      console.warn(cause)
    }
  }

  return {
    isAsking,
    async ask() {
      if (await wouldLoseDrafts()) setIsAsking(true)
      else await leave()
    },
    dismiss: () => setIsAsking(false),
    leave,
    prepare: () => Promise.all([router.prefetch('/'), loadRemoval()]),
  }
}
