'use client'

import { type ReactNode, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, buttonClass } from '@/components/ui/button'
import { ScreenLink } from '@/components/ui/screen-link'
import { colorAt } from '@/lib/domain/card-colors'
import * as messages from '@/lib/domain/note-messages'
import { search } from '@/lib/domain/search'
import { useNotes } from '@/lib/notes/use-notes'
import { DraftsNotice } from './drafts-notice'
import { LateDeleteNoteDialog, LateNoNotes, LateSignOutDialog } from './late-on-list'
import { cardId, type ListedNote } from './note-item'
import { NoteList } from './note-list'
import { NotesHeader } from './notes-header'
import { NotesNotice } from './notes-notice'
import { useSignOut } from './use-sign-out'

type Props = { wordmark: ReactNode; createNoteLink: ReactNode; placeholders: ReactNode }

export function NotesScreen({ wordmark, createNoteLink, placeholders }: Props) {
  const signOut = useSignOut()
  const { notes, askedAt, failure, retry, dropNote } = useNotes()
  const [query, setQuery] = useState<string | null>(null)
  const [toDelete, setToDelete] = useState<ListedNote | null>(null)
  const shown = useMemo(() => notes && search(notes, query ?? ''), [notes, query])
  const isSignedIn = failure !== 'session-ended'

  const screen = useRef<HTMLDivElement>(null)

  /** What is found stands at the top. */
  function searchFor(newQuery: string | null) {
    scrollTo(0, 0)
    setQuery(newQuery)
  }

  async function remove({ note, position }: ListedNote) {
    flushSync(() => setToDelete(null))
    const card = document.getElementById(cardId(note))
    const place = Number(card?.ariaPosInSet ?? position + 1)
    await fadeOut(card)
    await dropNote(note._id)
    if (screen.current) focusCard(screen.current, place)
  }

  return (
    <div ref={screen} className="mx-auto flex min-h-dvh max-w-448 flex-col">
      <NotesHeader
        wordmark={wordmark}
        search={isSignedIn ? { query, onChange: searchFor } : undefined}
        onSignOut={signOut.ask}
        onNearSignOut={signOut.prepare}
      />
      <main className="grow px-4 pt-1.5 pb-26 sm:px-8 sm:pb-30 lg:px-12">
        {isSignedIn && createNoteLink}
        <div role="status">
          {isSignedIn && (notes || failure) && (
            <DraftsNotice notes={failure ? undefined : notes} askedAt={askedAt} />
          )}
        </div>
        {failure === 'session-ended' && (
          <NotesNotice sentence={messages.sessionEnded}>
            <ScreenLink href="/" lang="en" className={buttonClass({ variant: 'solid' })}>
              Log in
            </ScreenLink>
          </NotesNotice>
        )}
        {failure === 'not-loaded' && (
          <NotesNotice
            sentence={notes ? `${messages.notesNotLoaded} ${messages.lastNotes}` : messages.notesNotLoaded}
            isAboveNotes={notes !== undefined}
          >
            <Button variant="bordered" onClick={retry}>
              Reintentar
            </Button>
          </NotesNotice>
        )}
        {!failure && !shown && placeholders}
        {isSignedIn &&
          shown &&
          (shown.length > 0 ? (
            <NoteList notes={shown} onDelete={setToDelete} />
          ) : (
            !failure && <LateNoNotes />
          ))}
      </main>
      {toDelete && (
        <LateDeleteNoteDialog
          note={toDelete.note}
          color={colorAt(toDelete.position)}
          onClose={() => setToDelete(null)}
          onDeleted={() => remove(toDelete)}
        />
      )}
      {signOut.isAsking && <LateSignOutDialog onClose={signOut.dismiss} onSignOut={signOut.leave} />}
    </div>
  )
}

function fadeOut(card: Element | null): Promise<unknown> {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  return card && !isStill ? card.animate({ opacity: 0 }, 120).finished : Promise.resolve()
}

/** After a delete the focus goes to the card that took the place, else to the last one, else to the heading. */
function focusCard(screen: Element, posInSet: number): void {
  const next = screen.querySelector<HTMLElement>(`[aria-posinset="${posInSet}"] a`)
  const last = [...screen.querySelectorAll<HTMLElement>('article a')].at(-1)
  ;(next ?? last ?? screen.querySelector('h1'))?.focus()
}
