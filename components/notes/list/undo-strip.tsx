'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { noteDeleted } from '@/lib/domain/messages/undo'
import type { Note } from '@/lib/domain/note'
import type { DeletedDraft } from '@/lib/drafts/deleted-draft'
import { removeDraft } from '@/lib/drafts/write-drafts'
import type { ChangeNotes } from '@/lib/notes/delete-note'
import { sentenceFor, undoDelete } from '@/lib/notes/undo-delete'

type Props = { draft: DeletedDraft; notes: Note[] | undefined; change: ChangeNotes }

/** Offers to undo a delete as long as it is shown; then the text goes. */
export function UndoStrip({ draft, notes, change }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [isUndone, setIsUndone] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const forget = useEffectEvent(() => {
    removeDraft(draft).catch(console.warn)
  })
  useEffect(() => () => forget(), [])

  async function undo() {
    setIsBusy(true)
    setFailure(null)
    try {
      const id = await undoDelete(draft, notes, change)
      flushSync(() => setIsUndone(true))
      focusCard(id)
    } catch (error) {
      console.warn(error)
      setFailure(sentenceFor(error))
    }
    setIsBusy(false)
  }

  return (
    !isUndone && (
      <div className="mb-4 flex stays-in-view items-center gap-2 rounded-paper bg-sheet py-1 pl-4 card-shadow">
        <p className="mr-auto min-w-0 py-2 text-control leading-snug">
          {noteDeleted} {failure}
        </p>
        <Button variant="quiet" onClick={undo} isBusy={isBusy} className="text-accent">
          Deshacer
        </Button>
      </div>
    )
  )
}

function focusCard(id: string): void {
  const link = document.getElementById(`note-${id}`)?.querySelector<HTMLElement>('article a')
  ;(link ?? document.querySelector('h1'))?.focus()
}
