'use client'

import { useState } from 'react'
import { PAPER } from '@/components/brand/paper'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { CardColor } from '@/lib/domain/card-colors'
import type { Note } from '@/lib/domain/note'
import * as messages from '@/lib/domain/note-messages'
import { deleteNote } from '@/lib/notes/delete-note'

type Props = {
  note: Note
  color: CardColor
  onClose: () => void
  /** The host has deleted it. */
  onDeleted: () => void
}

export function DeleteNoteDialog({ note, color, onClose, onDeleted }: Props) {
  const [isBusy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      await deleteNote(note._id)
      onDeleted()
    } catch (error) {
      console.error(error)
      onClose()
    }
  }

  return (
    <Dialog
      question={messages.confirmDelete}
      detail={note.title || messages.untitled}
      edge={`${PAPER[color]} bg-paper`}
      isBusy={isBusy}
      onClose={onClose}
    >
      <Button variant="bordered" onClick={onClose} disabled={isBusy} data-first-focus>
        Cancelar
      </Button>
      <Button variant="danger" onClick={confirm} isBusy={isBusy}>
        Eliminar
      </Button>
    </Dialog>
  )
}
