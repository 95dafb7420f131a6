import { useState } from 'react'
import { flushSync } from 'react-dom'
import { paperClass } from '@/components/brand/paper'
import { ConfirmDialog } from '@/components/ui/dialog'
import { colorAt } from '@/lib/domain/card-colors'
import { confirmDelete } from '@/lib/domain/messages/list'
import { untitled } from '@/lib/domain/messages/notes'
import type { Note } from '@/lib/domain/note'
import { seenTitle } from '@/lib/domain/title'
import { deleteNote } from '@/lib/notes/delete-note'
import { cardIdOf } from './note-grid'

/** Duration of a deleted card's fade, in milliseconds. */
const FADE = 120

export type ListedNote = { note: Note; position: number }

type Props = { listed: ListedNote; onClose: () => void }

export function DeleteNoteDialog({ listed: { note, position }, onClose }: Props) {
  const [isBusy, setIsBusy] = useState(false)

  async function confirm() {
    setIsBusy(true)
    const removeCard = await deleteNote(note).catch((error: unknown) => void console.error(error))
    const card = document.getElementById(cardIdOf(note._id))
    // The focus would return to the button of the deleted note.
    if (removeCard && card) card.inert = true
    flushSync(onClose)
    if (!removeCard) return
    const place = Number(card?.ariaPosInSet ?? position + 1)
    const screen = document.querySelector('main')
    await fadeOut(card)
    // Before the card goes: a focus that moves with it may not be heard.
    if (screen?.isConnected) focusBeside(screen, place)
    flushSync(removeCard)
  }

  return (
    <ConfirmDialog
      question={confirmDelete}
      detail={seenTitle(note) || untitled}
      paper={paperClass(colorAt(position))}
      action="Eliminar"
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={confirm}
    />
  )
}

/** Waits for a timer, not for the animation: in a hidden tab it stands still, and when cancelled it rejects. */
async function fadeOut(card: Element | null): Promise<void> {
  if (!card || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  card.animate({ opacity: 0 }, { duration: FADE, fill: 'forwards' })
  await new Promise((resolve) => setTimeout(resolve, FADE))
}

/** Focuses the card after this place, else the one before it, else the heading. */
function focusBeside(screen: Element, posInSet: number): void {
  const at = (place: number) => screen.querySelector<HTMLElement>(`[aria-posinset="${place}"] a`)
  ;(at(posInSet + 1) ?? at(posInSet - 1) ?? document.querySelector('h1'))?.focus()
}
