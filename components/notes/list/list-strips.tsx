import type { MouseEvent } from 'react'
import { LazyNoteEditor } from '@/components/notes/editor/editor-route'
import { type Card, openNote } from '@/components/notes/editor/open-note'
import { tellOutcome } from '@/components/shell/tell-statuses'
import { Button, buttonClass } from '@/components/ui/button'
import { moveFocus } from '@/components/ui/move-focus'
import { passOnFocus } from '@/components/ui/pass-on-focus'
import { ScreenLink } from '@/components/ui/screen-link'
import { colorAt } from '@/lib/domain/card-colors'
import { otherPageAnswers } from '@/lib/domain/messages/other-page'
import * as messages from '@/lib/domain/messages/strips'
import { type Note, notePath } from '@/lib/domain/note'
import { nameOf } from '@/lib/domain/note-name'
import { previewOf } from '@/lib/domain/preview'
import { undoDelete } from '@/lib/notes/delete-note'
import { otherPageUrl } from '@/lib/notes/other-page'
import {
  type Deletion,
  type DraftOrWrite,
  hashOfDraft,
  isWaiting,
  isWrite,
  type Restoration,
  type Write,
} from '@/lib/offline/record'
import { useCall } from '@/lib/session/use-call'
import { offersUndo } from '@/lib/writes/shown'
import { holdUndo } from '@/lib/writes/undo'
import { cardIdOf } from './note-grid'

export { SessionEnded } from '@/components/shell/session-ended'

const BEGINNING_LENGTH = 30

type Props = { drafts: DraftOrWrite[]; writes: Write[]; notes: Note[] | undefined }

export function ListStrips({ drafts, writes, notes }: Props) {
  const deletion = writes.filter(offersUndo).sort((one, other) => other.decidedAt - one.decidedAt)[0]
  const waiting = writes.filter(isWaiting)
  return (
    <>
      {deletion && <UndoStrip key={deletion.decidedAt} deletion={deletion} notes={notes} />}
      {waiting.length > 0 && (
        <DraftList drafts={waiting} notes={notes} sentence={messages.waiting(waiting.length)} />
      )}
      {drafts.length > 0 && <DraftList drafts={drafts} notes={notes} />}
    </>
  )
}

/** Way to the page that has answered in place of the list: no link of the router's, which would not ask the network. */
export function OtherPage() {
  return (
    <>
      <p className="w-full">{otherPageAnswers}</p>
      <a href={otherPageUrl} className={buttonClass({ variant: 'bordered' })}>
        Abrir esa página
      </a>
    </>
  )
}

function UndoStrip({ deletion, notes }: { deletion: Deletion | Restoration; notes: Note[] | undefined }) {
  const { isBusy, failure, run } = useCall(messages.undoFailures)

  function undo({ currentTarget }: MouseEvent) {
    const list = document.querySelector('main')
    const end = (id: string | undefined) => {
      tellOutcome(messages.noteRecovered)
      // The user may be writing by now, in the search or on another screen.
      const { activeElement } = document
      const isFree = activeElement === document.body || activeElement === currentTarget
      if (list?.isConnected && isFree) focusNote(id)
    }
    return run(() => undoDelete(deletion, notes), end)
  }

  return (
    <div ref={holdUndo} className="mb-4 stays-in-view rounded-paper bg-sheet card-shadow">
      <div className="flex flex-wrap items-center justify-end gap-x-2 py-1 pl-4">
        <p className="mr-auto min-w-0 py-2 text-control leading-snug">
          {`${messages.noteDeleted} ${failure ?? ''}`}
        </p>
        <Button variant="quiet" onClick={undo} isBusy={isBusy} className="text-accent">
          Deshacer
        </Button>
      </div>
    </div>
  )
}

function focusNote(id: string | undefined): void {
  const link = document.getElementById(cardIdOf(id))?.querySelector<HTMLElement>('article a')
  moveFocus(link ?? document.querySelector('h1'), { preventScroll: false })
}

type DraftListProps = { drafts: DraftOrWrite[]; notes: Note[] | undefined; sentence?: string }

function DraftList({ drafts, notes, sentence }: DraftListProps) {
  return (
    <div className="mb-4 rounded-paper bg-sheet card-shadow">
      {sentence && <p className="py-2 pl-4 text-control leading-snug">{sentence}</p>}
      <ul>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} notes={notes} />
        ))}
      </ul>
    </div>
  )
}

function DraftRow({ draft, notes }: { draft: DraftOrWrite; notes: Note[] | undefined }) {
  const { noteId } = draft
  const name = nameOfDraft(draft)
  const position = notes?.findIndex(({ _id }) => _id === noteId) ?? -1
  const note = notes?.[position]
  const hash = hashOfDraft(draft)
  const open = {
    'aria-label': `${isWaiting(draft) ? 'Abrir' : 'Abrir borrador'}: ${name}`,
    className: `${buttonClass({ variant: 'quiet' })} -mr-4 text-accent`,
    children: 'Abrir',
  }
  return (
    <li
      ref={passOnFocus}
      className="flex flex-wrap items-center justify-end gap-x-2 border-line px-4 py-1 not-first:border-t"
    >
      <p className="min-w-0 grow basis-48 py-2 text-control leading-snug wrap-anywhere">
        <span>{!isWaiting(draft) && (noteId === null ? messages.newNoteUnsaved : messages.noteUnsaved)}</span>{' '}
        <bdi className="font-written">{`«${name}»`}</bdi> <span>{!isWrite(draft) && draft.refusal}</span>
      </p>
      {noteId === null ? (
        <ScreenLink href={`/create-note${hash}`} {...open} />
      ) : (
        <ScreenLink
          href={notePath(noteId) + hash}
          preload={LazyNoteEditor.preload}
          navigate={() => openNote(noteId, note && cardOf(note, position), hash)}
          {...open}
        />
      )}
    </li>
  )
}

function cardOf({ content }: Note, position: number): Card {
  return { color: colorAt(position), isCut: previewOf(content).isCut }
}

/** Title that the note had when its form opened, else the draft's title or first words. */
function nameOfDraft({ base, text }: DraftOrWrite): string {
  return nameOf({ ...text, title: base.title || text.title }, BEGINNING_LENGTH)
}
