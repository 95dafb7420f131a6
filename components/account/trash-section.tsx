'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { StatusStrip } from '@/components/ui/status-strip'
import * as messages from '@/lib/domain/messages/account'
import * as account from '@/lib/session/account'
import { AccountSection } from './account-section'
import { ConfirmDialog } from './confirm-dialog'
import { TrashRow } from './trash-row'
import { useAccountCall } from './use-account-call'

/** Rows that are shown at first, and added at each press: thousands would make the screen slow. */
const PAGE = 100

export function TrashSection() {
  const { isBusy, failure, send } = useAccountCall()
  const [notes, setNotes] = useState<account.DeletedNote[]>()
  const [shown, setShown] = useState(PAGE)
  const [message, setMessage] = useState('')
  const [isAsking, setIsAsking] = useState(false)

  function remove({ _id }: account.DeletedNote, outcome: string, isStale: boolean) {
    setMessage(outcome)
    setNotes((before) => before?.filter((note) => note._id !== _id))
    // Another device may have changed more than this note.
    if (isStale) account.listTrash().then(setNotes, console.warn)
  }

  async function empty() {
    await send(account.emptyTrash, () => {
      setMessage('')
      setNotes([])
    })
    setIsAsking(false)
  }

  return (
    <AccountSection heading="Papelera" sentence={messages.trash} failure={failure}>
      {!notes && (
        <Button variant="bordered" isBusy={isBusy} onClick={() => send(account.listTrash, setNotes)}>
          Ver papelera
        </Button>
      )}
      <StatusStrip
        message={notes?.length === 0 ? `${message} ${messages.trashIsEmpty}` : message}
        className={notes?.length ? '*:mb-4' : ''}
      />
      {notes && notes.length > 0 && (
        <>
          <ul className="mb-4">
            {notes.slice(0, shown).map((note) => (
              <TrashRow key={note._id} note={note} onGone={remove} />
            ))}
          </ul>
          <div className="flex flex-wrap gap-3">
            {notes.length > shown && (
              <Button variant="bordered" onClick={() => setShown(shown + PAGE)}>
                Ver más
              </Button>
            )}
            <Button variant="bordered" onClick={() => setIsAsking(true)}>
              Vaciar papelera
            </Button>
          </div>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          question={messages.confirmEmptyTrash}
          action="Vaciar"
          isBusy={isBusy}
          onClose={() => setIsAsking(false)}
          onConfirm={empty}
        />
      )}
    </AccountSection>
  )
}
