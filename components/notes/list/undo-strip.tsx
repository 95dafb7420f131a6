import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { noteDeleted, undoFailures } from '@/lib/domain/messages/strips'
import type { Note } from '@/lib/domain/note'
import { undoDelete } from '@/lib/notes/delete-note'
import type { Write } from '@/lib/offline/record'
import { useCall } from '@/lib/session/use-call'
import { holdUndo } from '@/lib/writes/finish'
import { cardIdOf } from './note-grid'

type Props = { deletion: Write; notes: Note[] | undefined }

export function UndoStrip({ deletion, notes }: Props) {
  const { isBusy, failure, run } = useCall(undoFailures)
  useEffect(holdUndo, [])
  const undo = () => run(() => undoDelete(deletion, notes), focusCard)

  return (
    <div className="mb-4 flex stays-in-view items-center gap-2 rounded-paper bg-sheet py-1 pl-4 card-shadow">
      <p className="mr-auto min-w-0 py-2 text-control leading-snug">
        {noteDeleted} {failure}
      </p>
      <Button variant="quiet" onClick={undo} isBusy={isBusy} className="text-accent">
        Deshacer
      </Button>
    </div>
  )
}

function focusCard(id: string | undefined): void {
  const link = document.getElementById(cardIdOf(id))?.querySelector<HTMLElement>('article a')
  ;(link ?? document.querySelector('h1'))?.focus()
}
