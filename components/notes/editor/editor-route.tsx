'use client'

import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'
import { HydratedOnly } from '@/components/shell/hydrated-only'
import { useServiceWorker } from '@/components/shell/use-service-worker'
import { lazyComponent } from '@/components/ui/lazy-component'
import { useHydrated } from '@/components/ui/use-hydrated'
import { useOpenedNote } from './opened-note'

/** Comes when a note is about to be opened. */
export const LazyNoteEditor = lazyComponent(async () => (await import('./note-editor')).NoteEditor, {
  fallback: <title>Editar Nota · Notas</title>,
  isRequired: true,
})

/**
 * Shows a note's editor wherever the address is a note's, and the page itself elsewhere. No file of the export
 * stands for one note, so the address decides, once awake, whichever file the host has sent. The page of the
 * editor brings the editor along.
 */
export function EditorRoute({ children }: { children: ReactNode }) {
  useServiceWorker()
  const isHydrated = useHydrated()
  const isEditorPage = useSelectedLayoutSegment() === 'note-editor'
  const id = useOpenedNote()
  if (!isHydrated || isEditorPage || id === null) return children
  return <LazyNoteEditor id={id} />
}

const LazyNotFoundPage = lazyComponent(
  async () => (await import('@/components/shell/not-found-page')).NotFoundPage,
  {
    isRequired: true,
  },
)

/**
 * The page for an address that is no screen's, unless the shell knows better. Next sends what it shows along with
 * every page: in a file of its own it would be a request more for each.
 */
export function NotFoundRoute() {
  return (
    <HydratedOnly title="Notas">
      <LazyNotFoundPage />
    </HydratedOnly>
  )
}
