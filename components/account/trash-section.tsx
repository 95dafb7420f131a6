import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { preloadOnIntent } from '@/components/ui/lazy-component'
import { StatusStrip } from '@/components/ui/status-strip'
import * as messages from '@/lib/domain/messages/account'
import type { DeletedNote, Trash } from '@/lib/notes/trash'
import { AccountSection } from './account-section'
import { TrashRow } from './trash-row'
import { useAccountCall } from './use-account-call'
import { useOutcome } from './use-outcome'

const loadTrash = () => import('@/lib/notes/trash')

const list = async () => (await loadTrash()).listTrash()

/** Rows that are shown at first, and added at each press: thousands would make the screen slow. */
const PAGE = 100

export function TrashSection() {
  const { isBusy, failure, run } = useAccountCall()
  const [trash, setTrash] = useState<Trash>()
  const [shown, setShown] = useState(PAGE)
  const [outcome, showOutcome] = useOutcome()
  /** The trash as it was shown when 'Vaciar papelera' was pressed, while that asks. */
  const [toEmpty, setToEmpty] = useState<Trash>()
  const notes = trash?.notes

  function remove({ _id }: DeletedNote, sentence: string, isStale: boolean) {
    showOutcome(sentence)
    setTrash((before) => before && { ...before, notes: before.notes.filter((note) => note._id !== _id) })
    // Another device may have changed more than this note.
    if (isStale) list().then(setTrash, console.warn)
  }

  function showMore({ currentTarget }: MouseEvent) {
    const rows = currentTarget.parentElement?.previousElementSibling
    flushSync(() => setShown(shown + PAGE))
    const added = rows?.children[shown]
    if (added instanceof HTMLElement) added.focus()
  }

  async function empty(before: Trash) {
    await run(
      async () => (await loadTrash()).emptyTrash(before),
      (left) => {
        showOutcome(left.notes.length > 0 ? messages.trashHasMore(left.notes.length) : '')
        setTrash(left)
      },
    )
    setToEmpty(undefined)
  }

  return (
    <AccountSection heading="Papelera" sentence={messages.trash(trash?.days)} failure={failure}>
      {!notes && (
        <Button
          variant="bordered"
          isBusy={isBusy}
          onClick={() => run(list, setTrash)}
          {...preloadOnIntent(loadTrash)}
        >
          Ver papelera
        </Button>
      )}
      <StatusStrip
        message={notes?.length === 0 ? `${outcome} ${messages.trashIsEmpty}` : outcome}
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
              <Button variant="bordered" onClick={showMore}>
                Ver más
              </Button>
            )}
            <Button variant="bordered" onClick={() => setToEmpty(trash)}>
              Vaciar papelera
            </Button>
          </div>
        </>
      )}
      {toEmpty && (
        <ConfirmDialog
          question={messages.confirmEmptyTrash}
          action="Vaciar"
          isBusy={isBusy}
          onClose={() => setToEmpty(undefined)}
          onConfirm={() => empty(toEmpty)}
        />
      )}
    </AccountSection>
  )
}
