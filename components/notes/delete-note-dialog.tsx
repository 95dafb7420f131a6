'use client'

import { useState } from 'react'
import { PAPER } from '@/components/brand/paper'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { CardColor } from '@/lib/domain/card-colors'
import * as messages from '@/lib/domain/messages'
import type { Note } from '@/lib/domain/note'

type Props = {
  note: Note
  color: CardColor
  onClose: () => void
  /** Closes the modal itself, when the call is over. */
  onDelete: () => void
}

export function DeleteNoteDialog({ note, color, onClose, onDelete }: Props) {
  const [isBusy, setBusy] = useState(false)

  function confirm() {
    setBusy(true)
    onDelete()
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
