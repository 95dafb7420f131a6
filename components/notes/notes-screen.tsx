'use client'

import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, buttonClass } from '@/components/ui/button'
import { ScreenLink } from '@/components/ui/screen-link'
import { colorAt } from '@/lib/domain/card-colors'
import * as messages from '@/lib/domain/messages'
import type { Note } from '@/lib/domain/note'
import { matchesSearch } from '@/lib/domain/search'
import { useNotes } from '@/lib/notes/use-notes'
import { CreateNoteLink } from './create-note-link'
import { LateDeleteNoteDialog, LateDraftsNotice, LateSignOutDialog } from './late'
import { NoNotes } from './no-notes'
import { cardId, NoteList } from './note-list'
import { NotePlaceholders } from './note-placeholders'
import { NotesHeader } from './notes-header'
import { NotesNotice } from './notes-notice'
import { useSignOut } from './use-sign-out'

type ToDelete = { note: Note; position: number }

export function NotesScreen() {
  const signOut = useSignOut()
  const { notes, askedAt, failure, retry, removeNote } = useNotes()
  const [query, setQuery] = useState<string | null>(null)
  const [toDelete, setToDelete] = useState<ToDelete | null>(null)
  const shown = notes?.filter((note) => matchesSearch(note.title, query ?? ''))
  const isSignedIn = failure !== 'session-ended'

  const screen = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)

  async function remove({ note }: ToDelete) {
    try {
      let position = 0
      await removeNote(note._id, () => {
        flushSync(() => setToDelete(null))
        const cards = [...(list.current?.children ?? [])]
        position = cards.findIndex((card) => card.id === cardId(note))
        return fadeOut(cards[position])
      })
      if (screen.current) focusCard(screen.current, position)
    } catch (error) {
      console.error(error)
      setToDelete(null)
    }
  }

  return (
    <div ref={screen} className="mx-auto flex min-h-dvh max-w-448 flex-col">
      <NotesHeader
        search={isSignedIn ? { query, onChange: setQuery } : undefined}
        onSignOut={signOut.ask}
        onNearSignOut={signOut.prepare}
      />
      <main className="grow px-4 pt-1.5 pb-26 sm:px-8 sm:pb-30 lg:px-12">
        {isSignedIn && <CreateNoteLink />}
        <div role="status">
          {isSignedIn && (notes || failure) && (
            <LateDraftsNotice notes={failure ? undefined : notes} askedAt={askedAt} />
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
        {!failure && !shown && <NotePlaceholders />}
        {isSignedIn &&
          shown &&
          (shown.length > 0 ? (
            <NoteList
              ref={list}
              notes={shown}
              onDelete={(note, position) => setToDelete({ note, position })}
            />
          ) : (
            !failure && <NoNotes />
          ))}
      </main>
      {toDelete && (
        <LateDeleteNoteDialog
          note={toDelete.note}
          color={colorAt(toDelete.position)}
          onClose={() => setToDelete(null)}
          onDelete={() => remove(toDelete)}
        />
      )}
      {signOut.isAsking && <LateSignOutDialog onClose={signOut.dismiss} onSignOut={signOut.leave} />}
    </div>
  )
}

function fadeOut(card: Element | undefined): Promise<unknown> {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  return card && !isStill ? card.animate({ opacity: 0 }, 120).finished : Promise.resolve()
}

/** After a delete the focus goes to the card that took the place, else to the last one, else to the heading. */
function focusCard(screen: Element, position: number): void {
  const links = screen.querySelectorAll<HTMLElement>('article a')
  const target = links[Math.min(position, links.length - 1)] ?? screen.querySelector('h1')
  target?.focus()
}
