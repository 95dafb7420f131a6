'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { StatusStrip } from '@/components/ui/status-strip'
import * as messages from '@/lib/domain/messages/account'
import { untitled } from '@/lib/domain/messages/list'
import * as account from '@/lib/session/account'
import { AccountSection } from './account-section'
import { ConfirmDialog } from './confirm-dialog'
import { dateOf } from './date-of'
import { useAccountCall } from './use-account-call'

export function TrashSection() {
  const { isBusy, failure, send } = useAccountCall()
  const [notes, setNotes] = useState<account.DeletedNote[]>()
  const [restored, setRestored] = useState<string | null>(null)
  const [toDelete, setToDelete] = useState<account.DeletedNote | 'all' | null>(null)

  const without = (id: string) => setNotes(notes?.filter(({ _id }) => _id !== id))

  async function show() {
    const found = await send(account.listTrash)
    if (found) setNotes(found)
  }

  async function restore(note: account.DeletedNote) {
    const isRestored = await send(async () => {
      await account.restoreNote(note._id)
      return true
    })
    if (!isRestored) return
    without(note._id)
    setRestored(messages.restored(nameOf(note)))
  }

  async function confirmDelete(deleted: account.DeletedNote | 'all') {
    const isDeleted = await send(async () => {
      await (deleted === 'all' ? account.emptyTrash() : account.deleteForever(deleted._id))
      return true
    })
    if (isDeleted && deleted === 'all') setNotes([])
    else if (isDeleted && deleted !== 'all') without(deleted._id)
    setToDelete(null)
  }

  return (
    <AccountSection heading="Papelera" sentence={messages.trash}>
      {!notes && (
        <Button variant="bordered" isBusy={isBusy} onClick={show}>
          Ver papelera
        </Button>
      )}
      <StatusStrip message={notes?.length === 0 ? messages.trashIsEmpty : restored} />
      {notes && notes.length > 0 && (
        <>
          <ul>
            {notes.map((note) => (
              <li
                key={note._id}
                className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-2"
              >
                <p className="min-w-0 py-1 leading-snug">
                  <span className="font-written wrap-anywhere">{nameOf(note)}</span>
                  <span className="block text-sm text-soft">
                    {messages.deletedOn(dateOf(note.deletedAt))}
                  </span>
                </p>
                <span className="-mx-4 flex">
                  <Button
                    variant="quiet"
                    aria-label={`Restaurar nota: ${nameOf(note)}`}
                    onClick={() => restore(note)}
                  >
                    Restaurar
                  </Button>
                  <Button
                    variant="quiet"
                    aria-label={`Eliminar para siempre: ${nameOf(note)}`}
                    onClick={() => setToDelete(note)}
                  >
                    Eliminar
                  </Button>
                </span>
              </li>
            ))}
          </ul>
          <Button variant="bordered" className="mt-4" onClick={() => setToDelete('all')}>
            Vaciar papelera
          </Button>
        </>
      )}
      {failure && <ErrorStrip message={failure} />}
      {toDelete && (
        <ConfirmDialog
          question={toDelete === 'all' ? messages.confirmEmptyTrash : messages.confirmDeleteForever}
          detail={toDelete === 'all' ? undefined : nameOf(toDelete)}
          action={toDelete === 'all' ? 'Vaciar' : 'Eliminar'}
          isBusy={isBusy}
          onClose={() => setToDelete(null)}
          onConfirm={() => confirmDelete(toDelete)}
        />
      )}
    </AccountSection>
  )
}

function nameOf({ title, content }: account.DeletedNote): string {
  return title || content.trim().slice(0, 50) || untitled
}
