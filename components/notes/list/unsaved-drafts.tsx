import type { ReactNode } from 'react'
import { NoteLink } from '@/components/notes/note-link'
import { buttonClass } from '@/components/ui/button'
import { ScreenLink } from '@/components/ui/screen-link'
import { colorAt } from '@/lib/domain/card-colors'
import { untitled } from '@/lib/domain/messages/notes'
import * as messages from '@/lib/domain/messages/strips'
import type { Note } from '@/lib/domain/note'
import type { Draft } from '@/lib/offline/record'

/** A draft's title can be longer than any title that the host accepts. */
const NAME_UNITS = 1000

const OPEN = `${buttonClass({ variant: 'quiet' })} text-accent`

type Props = { drafts: Draft[]; notes: Note[] | undefined }

export function UnsavedDrafts({ drafts, notes }: Props) {
  return (
    <div className="mb-4 rounded-paper bg-sheet card-shadow">
      <ul>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} notes={notes} label="Abrir borrador">
            {draft.noteId === null ? messages.newNoteUnsaved : messages.noteUnsaved}{' '}
          </DraftRow>
        ))}
      </ul>
    </div>
  )
}

export function WaitingWrites({ drafts, notes }: Props) {
  return (
    <div className="mb-4 rounded-paper bg-sheet card-shadow">
      <p className="py-2 pl-4 text-control leading-snug">{messages.waiting(drafts.length)}</p>
      <ul>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} notes={notes} label="Abrir" />
        ))}
      </ul>
    </div>
  )
}

type RowProps = { draft: Draft; notes: Note[] | undefined; label: string; children?: ReactNode }

function DraftRow({ draft, notes, label, children }: RowProps) {
  const position = notes?.findIndex(({ _id }) => _id === draft.noteId) ?? -1
  const open = { 'aria-label': `${label}: ${nameOf(draft)}`, className: OPEN, children: 'Abrir' }
  return (
    <li className="flex items-center gap-2 border-line py-1 pl-4 not-first:border-t">
      <p className="mr-auto min-w-0 py-2 text-control leading-snug">
        {children}
        <span className="font-written wrap-anywhere">«{nameOf(draft)}»</span> {draft.refusal}
      </p>
      {draft.noteId === null ? (
        <ScreenLink href="/create-note" {...open} />
      ) : (
        <NoteLink id={draft.noteId} color={position < 0 ? undefined : colorAt(position)} {...open} />
      )}
    </li>
  )
}

/** Title that the note had when its form opened, else the draft's title or first words. */
function nameOf({ base, text }: Draft): string {
  return (base.title || text.title).slice(0, NAME_UNITS) || text.content.trim().slice(0, 30) || untitled
}
