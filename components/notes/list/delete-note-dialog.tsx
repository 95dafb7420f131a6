import { useState } from 'react'
import { flushSync } from 'react-dom'
import { paperClass } from '@/components/brand/paper'
import { ConfirmDialog } from '@/components/ui/dialog'
import { moveFocus } from '@/components/ui/move-focus'
import { colorAt } from '@/lib/domain/card-colors'
import { confirmDelete } from '@/lib/domain/messages/list'
import { untitled } from '@/lib/domain/messages/notes'
import type { Note } from '@/lib/domain/note'
import { visibleTitle } from '@/lib/domain/title'
import { deleteNote } from '@/lib/notes/delete-note'
import { cardIdOf } from './note-grid'

/** Duration of a deleted card's fade, in milliseconds. */
const FADE = 120

export type ListedNote = { note: Note; position: number }

type Props = {
  listed: ListedNote
  /** Notes of the list by now: a later one may have come since the card was pressed. */
  notes: Note[] | undefined
  onClose: () => void
}

export function DeleteNoteDialog({ listed, notes, onClose }: Props) {
  const { position } = listed
  const note = notes?.find(({ _id }) => _id === listed.note._id) ?? listed.note
  const [isBusy, setIsBusy] = useState(false)

  async function confirm() {
    setIsBusy(true)
    // The user may go Back before the answer.
    const screen = document.querySelector('main')
    // Another tab may have deleted it since the question.
    const isGone = notes?.every(({ _id }) => _id !== note._id)
    const deletion = isGone ? Promise.resolve(() => {}) : deleteNote(note)
    const removeCard = await deletion.catch((error: unknown) => void console.error(error))
    flushSync(onClose)
    if (!removeCard) return
    const card = document.getElementById(cardIdOf(note._id))
    const place = Number(card?.ariaPosInSet ?? position + 1)
    await fadeOut(card)
    flushSync(removeCard)
    if (screen?.isConnected) focusCard(screen, place)
  }

  return (
    <ConfirmDialog
      question={confirmDelete}
      detail={visibleTitle(note) || untitled}
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

/** Focuses the card that has taken the place, else the last card, else the heading. */
function focusCard(screen: Element, posInSet: number): void {
  const next = screen.querySelector<HTMLElement>(`[aria-posinset="${posInSet}"] a`)
  const last = [...screen.querySelectorAll<HTMLElement>('article a')].at(-1)
  moveFocus(next ?? last ?? document.querySelector('h1'), { preventScroll: false })
}
