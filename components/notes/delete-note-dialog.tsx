'use client'

import { useState } from 'react'
import { PAPER } from '@/components/brand/paper'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { CardColor } from '@/lib/domain/card-colors'
import { messages } from '@/lib/domain/messages'
import type { Note } from '@/lib/domain/note'

type Props = {
  note: Note
  color: CardColor
  onClose: () => void
  /** Rejects where the note could not be deleted. */
  onDelete: () => Promise<void>
}

export function DeleteNoteDialog({ note, color, onClose, onDelete }: Props) {
  const [isBusy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    await onDelete().catch((error: unknown) => console.error(error))
    onClose()
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
