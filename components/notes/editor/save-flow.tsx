'use client'

import { useState } from 'react'
import type { CardColor } from '@/lib/domain/card-colors'
import type { NoteText } from '@/lib/domain/note'
import type { Conflict, Origin } from '@/lib/notes/save-note'
import { useSaveNote } from '@/lib/notes/use-save-note'
import { LazyConflictDialog } from './lazy'
import { SaveNoteDialog } from './save-note-dialog'

type Props = {
  /** Null for a new note. */
  id: string | null
  text: NoteText
  origin: Origin
  color?: CardColor | undefined
  /** The text stays as it is, and unsaved. */
  onClose: () => void
  /** Nothing is left to save. */
  onSaved: () => void
  onEditMerged: (conflict: Conflict) => void
}

/** A text on its way to the host: the question, and the choice where the host has another text by now. */
export function SaveNote({ id, text, origin, color, onClose, onSaved, onEditMerged }: Props) {
  const saveNote = useSaveNote()
  const [isBusy, setIsBusy] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  async function save(from: Origin) {
    setIsBusy(true)
    try {
      const found = await saveNote(id, text, from)
      if (!found) return onSaved()
      await LazyConflictDialog.preload()
      setConflict(found)
      setIsBusy(false)
    } catch (error) {
      console.error(error)
      onClose()
    }
  }

  function keepTheirs() {
    setIsBusy(true)
    onSaved()
  }

  return conflict ? (
    <LazyConflictDialog
      mine={text}
      theirs={conflict.theirs}
      color={color}
      isBusy={isBusy}
      onClose={onClose}
      onKeepMine={() => save({ base: conflict.theirs, latest: conflict.theirs })}
      onKeepTheirs={keepTheirs}
      onEditMerged={() => onEditMerged(conflict)}
    />
  ) : (
    <SaveNoteDialog
      isNew={id === null}
      color={color}
      isBusy={isBusy}
      onDismiss={onClose}
      onSave={() => save(origin)}
    />
  )
}
