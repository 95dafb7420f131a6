'use client'

import { useSelectedLayoutSegment } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { startBackgroundWork, useEndOfUndo } from '@/components/shell/background-work'
import { HydratedOnly } from '@/components/shell/hydrated-only'
import { retryLostChunks } from '@/components/shell/retry-lost-chunks'
import { handleShortcuts } from '@/components/shell/shortcuts'
import { lazyComponent } from '@/components/ui/lazy-component'
import { useHydrated } from '@/components/ui/use-hydrated'
import { loading } from '@/lib/domain/messages/notes'
import { useOpenedNote } from './open-note'

// Must run before the first lazy part is asked for.
retryLostChunks()

export const LazyNoteEditor = lazyComponent(async () => (await import('./note-editor')).NoteEditor, {
  isRequired: true,
})

const LazyNotFoundPage = lazyComponent(
  async () => (await import('@/components/shell/not-found-page')).NotFoundPage,
  { isRequired: true },
)

/** Shows the editor if the path is a note's, whichever file the static host has sent; else the page. */
export function EditorRoute({ children }: { children: ReactNode }) {
  useEndOfUndo()
  useEffect(() => {
    startBackgroundWork()
    handleShortcuts()
    // deploy/early-text.ts waits for it.
    dispatchEvent(new Event('hydrated'))
  }, [])
  const isHydrated = useHydrated()
  const isEditorPage = useSelectedLayoutSegment() === 'note-editor'
  const id = useOpenedNote()
  if (!isHydrated || isEditorPage || id === null) return children
  return <LazyNoteEditor id={id} fallback={<LoadingEditor />} />
}

function LoadingEditor() {
  return (
    <>
      <title>Editar Nota · Notas</title>
      <p className="appear-delayed p-5">{loading}</p>
    </>
  )
}

/** Page of a path that no screen has. It stays in this file: Next sends it with every page, and a file costs a request. */
export function NotFoundRoute() {
  return (
    <HydratedOnly>
      <LazyNotFoundPage />
    </HydratedOnly>
  )
}
