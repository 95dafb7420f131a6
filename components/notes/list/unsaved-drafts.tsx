'use client'

import { NoteLink } from '@/components/notes/note-link'
import { buttonClass } from '@/components/ui/button'
import { ScreenLink } from '@/components/ui/screen-link'
import { colorAt } from '@/lib/domain/card-colors'
import * as messages from '@/lib/domain/messages/drafts'
import { untitled } from '@/lib/domain/messages/list'
import type { Note } from '@/lib/domain/note'
import type { Draft } from '@/lib/offline/database'

/** A draft's title can be longer than any title that the host accepts. */
const NAME_UNITS = 1000

const OPEN = `${buttonClass({ variant: 'quiet' })} text-accent`

export function UnsavedDrafts({ drafts, notes }: { drafts: Draft[]; notes: Note[] | undefined }) {
  return (
    <div className="mb-4 rounded-paper bg-sheet card-shadow">
      <ul>
        {drafts.map((draft) => (
          <li key={draft.id} className="flex items-center gap-2 border-line py-1 pl-4 not-first:border-t">
            <p className="mr-auto min-w-0 py-2 text-control leading-snug">
              {draft.noteId === null ? messages.newNoteUnsaved : messages.noteUnsaved}{' '}
              <span className="font-written wrap-anywhere">«{nameOf(draft)}»</span>
            </p>
            <OpenDraft draft={draft} position={notes?.findIndex(({ _id }) => _id === draft.noteId) ?? -1} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function OpenDraft({ draft, position }: { draft: Draft; position: number }) {
  const label = `Abrir borrador: ${nameOf(draft)}`
  return draft.noteId === null ? (
    <ScreenLink href="/create-note" aria-label={label} className={OPEN}>
      Abrir
    </ScreenLink>
  ) : (
    <NoteLink
      id={draft.noteId}
      color={position < 0 ? undefined : colorAt(position)}
      aria-label={label}
      className={OPEN}
    >
      Abrir
    </NoteLink>
  )
}

/** Title that the note had when its form opened, else the draft's title or first words. */
function nameOf({ base, text }: Draft): string {
  return (base.title || text.title).slice(0, NAME_UNITS) || text.content.trim().slice(0, 30) || untitled
}
