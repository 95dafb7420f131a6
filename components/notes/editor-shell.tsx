'use client'

import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'
import { late } from '@/components/ui/late'
import { useHydrated } from '@/components/ui/use-hydrated'
import { useServiceWorker } from '@/components/ui/use-service-worker'
import { useNoteId } from './use-note-id'

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
  const isNote = useNoteId() !== null
  if (!isHydrated || isEditorPage || !isNote) return children
  return <LateNoteEditor />
}
