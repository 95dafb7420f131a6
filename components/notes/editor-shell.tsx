'use client'

import { usePathname } from 'next/navigation'
import { lazy, type ReactNode, Suspense } from 'react'
import { useHydrated } from '@/components/ui/use-hydrated'
import { noteIdAt } from '@/lib/domain/note'

/** Comes when a note is about to be opened; the files that stand for a note's address bring it along. */
export const loadEditor = () => import('./edit-note')

const EditNote = lazy(async () => ({ default: (await loadEditor()).EditNote }))

/**
 * Shows a note's editor wherever the address is a note's, and the page itself elsewhere. No file of the export
 * stands for one note, so the address decides, once awake, whichever file the host has sent.
 */
export function EditorShell({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated()
  const id = noteIdAt(usePathname())
  if (!isHydrated || id === null) return children
  return (
    <Suspense>
      <EditNote key={id} id={id} />
    </Suspense>
  )
}
