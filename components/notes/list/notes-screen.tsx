'use client'

import { type ReactNode, useMemo, useState } from 'react'
import { useSignOut } from '@/components/auth/use-sign-out'
import { Button, buttonClass } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy-component'
import { ScreenLink } from '@/components/ui/screen-link'
import * as messages from '@/lib/domain/messages/notes'
import { sessionEnded } from '@/lib/domain/messages/session'
import type { Note } from '@/lib/domain/note'
import { foldedTitle, search } from '@/lib/domain/search'
import { useUnsavedDrafts } from '@/lib/drafts/use-unsaved-drafts'
import { useNotes } from '@/lib/notes/use-notes'
import type { Icons } from './icons'
import { ListMessage } from './list-message'
import type { ListedNote } from './listed-note'
import { LazyDeleteNoteDialog } from './note-card'
import { NoteList } from './note-list'
import { NotesHeader } from './notes-header'

const LazyEmptyList = lazyComponent(async () => (await import('./empty-list')).EmptyList)

const LazyUnsavedDrafts = lazyComponent(async () => (await import('./unsaved-drafts')).UnsavedDrafts)

const LazySignOutDialog = lazyComponent(
  async () => (await import('@/components/auth/sign-out-dialog')).SignOutDialog,
)

/** Notes of the longest list whose cards are all rendered. A search's result follows the whole list. */
const MAX_RENDERED = 120

const loadTimeSlicing = () => import('@/lib/time-slicing')

type Props = { wordmark: ReactNode; icons: Icons; createNoteLink: ReactNode; skeleton: ReactNode }

export function NotesScreen({ wordmark, icons, createNoteLink, skeleton }: Props) {
  const signOut = useSignOut()
  const { notes, failure, isRetrying, retry, dropNote } = useNotes()
  const [opened] = useState(() => ({ notes, at: performance.now() }))
  // Undefined while the notes shown are of an earlier response.
  const latestNotes = failure || isRetrying || notes === opened.notes ? undefined : notes
  const [query, setQuery] = useState<string | null>(null)
  const [toDelete, setToDelete] = useState<ListedNote | null>(null)
  const shown = useMemo(() => notes && search(notes, query ?? ''), [notes, query])
  const closeDelete = () => setToDelete(null)
  const isSignedIn = failure !== 'session-ended'

  function searchFor(newQuery: string | null) {
    if (query === null && notes)
      loadTimeSlicing()
        .then(({ inTimeSlices }) => inTimeSlices(notes, foldedTitle))
        .catch(console.warn)
    scrollTo(0, 0)
    setQuery(newQuery)
  }

  return (
    <div className="mx-auto flex min-h-dvh max-w-448 flex-col">
      <NotesHeader
        wordmark={wordmark}
        icons={icons}
        search={isSignedIn ? { query, onChange: searchFor } : undefined}
        signOut={signOut}
      />
      <main className="grow px-4 pt-1.5 pb-26 sm:px-8 sm:pb-30 lg:px-12">
        {isSignedIn && createNoteLink}
        <div role="status">
          {isSignedIn && (notes || failure) && <Drafts notes={latestNotes} openedAt={opened.at} />}
        </div>
        {failure === 'session-ended' && (
          <ListMessage sentence={sessionEnded}>
            <ScreenLink href="/" lang="en" className={buttonClass({ variant: 'solid' })}>
              Log in
            </ScreenLink>
          </ListMessage>
        )}
        {failure === 'not-loaded' && (
          <ListMessage
            sentence={notes ? `${messages.notesNotLoaded} ${messages.offlineNotes}` : messages.notesNotLoaded}
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
              isLong={notes.length > MAX_RENDERED}
              icons={icons}
              fallback={skeleton}
              onDelete={setToDelete}
            />
          ) : (
            !failure && <LazyEmptyList />
          ))}
      </main>
      {toDelete && (
        <LazyDeleteNoteDialog
          listed={toDelete}
          onClose={closeDelete}
          onLoadError={closeDelete}
          dropNote={dropNote}
        />
      )}
      {signOut.isAsking && (
        <LazySignOutDialog
          onClose={signOut.dismiss}
          onLoadError={signOut.dismiss}
          onSignOut={signOut.leave}
        />
      )}
    </div>
  )
}

function Drafts({ notes, openedAt }: { notes: Note[] | undefined; openedAt: number }) {
  const drafts = useUnsavedDrafts(notes, openedAt)
  return drafts.length > 0 && <LazyUnsavedDrafts drafts={drafts} notes={notes} />
}
