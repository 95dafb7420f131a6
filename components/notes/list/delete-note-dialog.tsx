'use client'

import { useState } from 'react'
import { flushSync } from 'react-dom'
import { PAPER } from '@/components/brand/paper'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { colorAt } from '@/lib/domain/card-colors'
import * as messages from '@/lib/domain/messages/notes'
import { deleteNote } from '@/lib/notes/delete-note'
import { cardId, type ListedNote } from './note-item'

type Props = {
  listed: ListedNote
  onClose: () => void
  /** Takes a note that the host has deleted from the list. */
  dropNote: (id: string) => Promise<void>
}

export function DeleteNoteDialog({ listed: { note, position }, onClose, dropNote }: Props) {
  const [isBusy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      await deleteNote(note._id)
    } catch (error) {
      console.error(error)
      onClose()
      return
    }
    flushSync(onClose)
    const card = document.getElementById(cardId(note))
    const place = Number(card?.ariaPosInSet ?? position + 1)
    const screen = document.querySelector('main')
    await fadeOut(card)
    await dropNote(note._id)
    if (screen?.isConnected) focusCard(screen, place)
  }

  return (
    <Dialog
      question={messages.confirmDelete}
      detail={note.title || messages.untitled}
      edge={`${PAPER[colorAt(position)]} bg-paper`}
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

function fadeOut(card: Element | null): Promise<unknown> {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  return card && !isStill ? card.animate({ opacity: 0 }, 120).finished : Promise.resolve()
}

/** After a delete the focus goes to the card that took the place, else to the last one, else to the heading. */
function focusCard(screen: Element, posInSet: number): void {
  const next = screen.querySelector<HTMLElement>(`[aria-posinset="${posInSet}"] a`)
  const last = [...screen.querySelectorAll<HTMLElement>('article a')].at(-1)
  ;(next ?? last ?? document.querySelector('h1'))?.focus()
}
