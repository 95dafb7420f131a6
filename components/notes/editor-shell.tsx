'use client'

import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'
import { late } from '@/components/ui/late'
import { Neutral } from '@/components/ui/neutral'
import { useHydrated } from '@/components/ui/use-hydrated'
import { useServiceWorker } from '@/components/ui/use-service-worker'
import { useOpenedNote } from './use-opened-note'

/** Comes when a note is about to be opened. */
export const LateNoteEditor = late(async () => (await import('./note-editor')).NoteEditor, {
  whileLoading: <title>Editar Nota · Notas</title>,
  isNeeded: true,
})

/**
 * Shows a note's editor wherever the address is a note's, and the page itself elsewhere. No file of the export
 * stands for one note, so the address decides, once awake, whichever file the host has sent. The page of the
 * editor brings the editor along.
 */
export function EditorShell({ children }: { children: ReactNode }) {
  useServiceWorker()
  const isHydrated = useHydrated()
  const isEditorPage = useSelectedLayoutSegment() === 'note-editor'
  const id = useOpenedNote()
  if (!isHydrated || isEditorPage || id === null) return children
  return <LateNoteEditor id={id} />
}

const LateNoSuchPage = late(async () => (await import('@/components/brand/no-such-page')).NoSuchPage, {
  isNeeded: true,
})

/**
 * The page for an address that is no screen's, unless the shell knows better. Next sends what it shows along with
 * every page: in a file of its own it would be a request more for each.
 */
export function NoSuchPageShell() {
  return (
    <Neutral title="Notas">
      <LateNoSuchPage />
    </Neutral>
  )
}
