'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { lazyComponent } from '@/components/ui/lazy-component'
import type { CardColor } from '@/lib/domain/card-colors'
import type { NoteText } from '@/lib/domain/note'
import type { Conflict, Origin } from '@/lib/notes/save-note'
import { useSaveNote } from '@/lib/notes/use-save-note'
import { SaveNoteDialog } from './save-note-dialog'

const LazyConflictDialog = lazyComponent(async () => (await import('./conflict-dialog')).ConflictDialog)

/** 'saved': nothing is left to save. A conflict: the user wants to edit its merged text. */
export type SaveResult = 'saved' | 'unsaved' | 'code-missing' | Conflict

type Props = {
  id: string | null
  text: NoteText
  origin: Origin
  color?: CardColor | undefined
  onEnd: (result: SaveResult) => void
}

/** Asks whether to save, saves, and in a conflict asks which version stays. */
export function SaveFlow({ id, text, origin, color, onEnd }: Props) {
  const saveNote = useSaveNote()
  const [isBusy, setIsBusy] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const dismiss = () => onEnd('unsaved')

  const { prefetch } = useRouter()
  useEffect(() => prefetch('/notas'), [prefetch])

  async function save(from: Origin) {
    setIsBusy(true)
    try {
      const found = await saveNote(id, text, from)
      if (!found) return onEnd('saved')
      await LazyConflictDialog.preload()
      setConflict(found)
      setIsBusy(false)
    } catch (error) {
      console.error(error)
      onEnd(isCodeMissing(error) ? 'code-missing' : 'unsaved')
    }
  }

  function keepTheirs() {
    setIsBusy(true)
    onEnd('saved')
  }

  return conflict ? (
    <LazyConflictDialog
      mine={text}
      theirs={conflict.theirs}
      color={color}
      isBusy={isBusy}
      onClose={dismiss}
      onKeepMine={() => save({ base: conflict.theirs, latest: conflict.theirs })}
      onKeepTheirs={keepTheirs}
      onEditMerged={() => onEnd(conflict)}
    />
  ) : (
    <SaveNoteDialog
      isNew={id === null}
      color={color}
      isBusy={isBusy}
      onDismiss={dismiss}
      onSave={() => save(origin)}
    />
  )
}

/** Whether lazy code (the merge, the conflict dialog) could not be loaded. The bundler names its error so. */
function isCodeMissing(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChunkLoadError'
}
