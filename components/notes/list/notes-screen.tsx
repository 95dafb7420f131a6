'use client'

import { useMemo, useState } from 'react'
import { useSignOut } from '@/components/auth/use-sign-out'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy-component'
import type { Note } from '@/lib/domain/note'
import { foldedTitle, search } from '@/lib/domain/search'
import { useNotes } from '@/lib/notes/use-notes'
import { useUnsavedDrafts } from '@/lib/notes/use-unsaved-drafts'
import { useWrites } from '@/lib/writes/use-writes'
import { isShownInStrip } from '@/lib/writes/write'
import type { ListedNote } from './listed-note'
import { loadDeferred } from './load-deferred'
import { MAX_RENDERED, NoteList } from './note-list'
import { NotesHeader } from './notes-header'
import type { Prerendered } from './prerendered'

const LazyDeleteNoteDialog = lazyComponent(async () => (await loadDeferred()).DeleteNoteDialog)

const LazyEmptyList = lazyComponent(async () => (await loadDeferred()).EmptyList)

const LazyFoundCount = lazyComponent(async () => (await loadDeferred()).FoundCount)

const LazyListStrips = lazyComponent(async () => (await loadDeferred()).ListStrips)

const LazySignOutDialog = lazyComponent(async () => (await loadDeferred()).SignOutDialog)

export function NotesScreen({ prerendered }: { prerendered: Prerendered }) {
  const signOut = useSignOut()
  const { notes, isPart, failure, isRetrying, retry } = useNotes()
  const [opened] = useState(() => ({ notes, at: performance.now() }))
  const [query, setQuery] = useState<string | null>(null)
  const [toDelete, setToDelete] = useState<ListedNote | null>(null)
  const shown = useMemo(() => notes && search(notes, query ?? ''), [notes, query])
  const closeDelete = () => setToDelete(null)
  const isSignedIn = failure !== 'session-ended'

  function searchFor(newQuery: string | null) {
    if (query === null && notes)
      loadDeferred()
        .then(({ inTimeSlices }) => inTimeSlices(notes, foldedTitle))
        .catch(console.warn)
    scrollTo(0, 0)
    setQuery(newQuery)
  }

  return (
    <>
      <NotesHeader
        prerendered={prerendered}
        search={isSignedIn ? { query, onChange: searchFor } : undefined}
        signOut={signOut}
      />
      <main className="grow px-4 pt-1.5 pb-26 sm:px-8 sm:pb-30 lg:px-12">
        {isSignedIn && prerendered.createNoteLink}
        <div role="status" aria-atomic="false" className="contents">
          {isSignedIn && (notes || failure) && (
            <Strips
              openedAt={opened.at}
              notes={notes}
              isLatest={!failure && !isRetrying && notes !== opened.notes}
            />
          )}
          {failure && (
            <div
              ref={passOnFocus}
              className="appear-delayed grid justify-items-center gap-5 pb-6 text-center text-lg leading-[1.35] font-medium text-balance"
            >
              {
                prerendered[
                  !isSignedIn ? 'sessionEnded' : isPart ? 'notAllLoaded' : notes ? 'offline' : 'notLoaded'
                ]
              }
              {isSignedIn ? (
                <Button variant="bordered" onClick={retry} isBusy={isRetrying}>
                  Reintentar
                </Button>
              ) : (
                prerendered.logInLink
              )}
            </div>
          )}
          {shown?.length === 0 && !failure && !isPart && <LazyEmptyList isSearch={notes?.length !== 0} />}
        </div>
        {query !== null && <LazyFoundCount count={query ? shown?.length : undefined} />}
        {!failure && !(isPart ? shown?.length : shown) && prerendered.skeleton}
        {isSignedIn && notes && shown && shown.length > 0 && (
          <NoteList
            notes={shown}
            isLong={isPart || notes.length > MAX_RENDERED}
            prerendered={prerendered}
            onDelete={setToDelete}
          />
        )}
      </main>
      {toDelete && <LazyDeleteNoteDialog listed={toDelete} onClose={closeDelete} onLoadError={closeDelete} />}
      {signOut.isAsking && (
        <LazySignOutDialog
          onClose={signOut.dismiss}
          onLoadError={signOut.dismiss}
          onSignOut={signOut.leave}
        />
      )}
    </>
  )
}

/** When the element goes with the focus in it, the heading takes it. */
function passOnFocus(element: HTMLElement | null) {
  return () => {
    if (element?.querySelector(':focus')) document.querySelector('h1')?.focus()
  }
}

type StripsProps = {
  openedAt: number
  notes: Note[] | undefined
  /** Whether the notes are of the response that this opening asked for. */
  isLatest: boolean
}

function Strips({ openedAt, notes, isLatest }: StripsProps) {
  const drafts = useUnsavedDrafts(openedAt, notes, isLatest)
  const writes = useWrites().filter(isShownInStrip)
  return drafts.length + writes.length > 0 && <LazyListStrips drafts={drafts} writes={writes} notes={notes} />
}
