'use client'

import { type ReactNode, useMemo, useState } from 'react'
import { useSignOut } from '@/components/auth/use-sign-out'
import { Button, buttonClass } from '@/components/ui/button'
import { ScreenLink } from '@/components/ui/screen-link'
import * as messages from '@/lib/domain/messages/notes'
import type { Note } from '@/lib/domain/note'
import { search } from '@/lib/domain/search'
import { useNotes } from '@/lib/notes/use-notes'
import { LazyDeleteNoteDialog, LazyEmptyList, LazySignOutDialog } from './lazy'
import { ListMessage } from './list-message'
import type { ListedNote } from './note-item'
import { NoteList } from './note-list'
import { NotesHeader } from './notes-header'
import { UnsavedDrafts } from './unsaved-drafts'

/** Longer lists are drawn in part, and so is what a search finds on them. */
const LONG = 120

const prepareSearch = async (notes: Note[]) =>
  (await import('@/lib/domain/prepare-search')).prepareSearch(notes)

export type Icons = Record<'search' | 'close' | 'signOut' | 'pencil' | 'bin', ReactNode>

type Props = { wordmark: ReactNode; icons: Icons; createNoteLink: ReactNode; skeleton: ReactNode }

export function NotesScreen({ wordmark, icons, createNoteLink, skeleton }: Props) {
  const signOut = useSignOut()
  const { notes, failure, isRetrying, retry, dropNote } = useNotes()
  const [opened] = useState(() => ({ notes, at: performance.now() }))
  // Undefined while notes of an earlier answer are shown.
  const latestNotes = failure || isRetrying || notes === opened.notes ? undefined : notes
  const [query, setQuery] = useState<string | null>(null)
  const [toDelete, setToDelete] = useState<ListedNote | null>(null)
  const shown = useMemo(() => notes && search(notes, query ?? ''), [notes, query])
  const isSignedIn = failure !== 'session-ended'

  /** What is found stands at the top. */
  function searchFor(newQuery: string | null) {
    if (query === null && notes) prepareSearch(notes).catch(console.warn)
    scrollTo(0, 0)
    setQuery(newQuery)
  }

  return (
    <div className="mx-auto flex min-h-dvh max-w-448 flex-col">
      <NotesHeader
        wordmark={wordmark}
        icons={icons}
        search={isSignedIn ? { query, onChange: searchFor } : undefined}
        onSignOut={signOut.ask}
        onNearSignOut={signOut.prepare}
      />
      <main className="grow px-4 pt-1.5 pb-26 sm:px-8 sm:pb-30 lg:px-12">
        {isSignedIn && createNoteLink}
        <div role="status">
          {isSignedIn && (notes || failure) && <UnsavedDrafts notes={latestNotes} openedAt={opened.at} />}
        </div>
        {failure === 'session-ended' && (
          <ListMessage sentence={messages.sessionEnded}>
            <ScreenLink href="/" lang="en" className={buttonClass({ variant: 'solid' })}>
              Log in
            </ScreenLink>
          </ListMessage>
        )}
        {failure === 'not-loaded' && (
          <ListMessage
            sentence={notes ? `${messages.notesNotLoaded} ${messages.lastNotes}` : messages.notesNotLoaded}
            isAboveNotes={notes !== undefined}
          >
            <Button variant="bordered" onClick={retry} isBusy={isRetrying}>
              Reintentar
            </Button>
          </ListMessage>
        )}
        {!failure && !shown && skeleton}
        {isSignedIn &&
          notes &&
          shown &&
          (shown.length > 0 ? (
            <NoteList
              notes={shown}
              isLong={notes.length > LONG}
              icons={icons}
              fallback={skeleton}
              onDelete={setToDelete}
            />
          ) : (
            !failure && <LazyEmptyList />
          ))}
      </main>
      {toDelete && (
        <LazyDeleteNoteDialog listed={toDelete} onClose={() => setToDelete(null)} dropNote={dropNote} />
      )}
      {signOut.isAsking && <LazySignOutDialog onClose={signOut.dismiss} onSignOut={signOut.leave} />}
    </div>
  )
}
