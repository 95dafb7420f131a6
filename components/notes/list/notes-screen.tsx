'use client'

import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSignOut } from '@/components/auth/use-sign-out'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy-component'
import { passOnFocus } from '@/components/ui/pass-on-focus'
import { useHydrated } from '@/components/ui/use-hydrated'
import * as messages from '@/lib/domain/messages/list'
import type { Note } from '@/lib/domain/note'
import { foldedTitle, search } from '@/lib/domain/search'
import { keepSearch, keptSearch } from '@/lib/notes/kept-search'
import { useNotes } from '@/lib/notes/use-notes'
import { useUnsavedDrafts } from '@/lib/notes/use-unsaved-drafts'
import { isShownInStrip } from '@/lib/writes/shown'
import { useWrites } from '@/lib/writes/use-writes'
import type { ListedNote } from './delete-note-dialog'
import { LazyDeleteNoteDialog } from './note-card'
import { MAX_RENDERED, NoteList } from './note-list'
import { NotesHeader } from './notes-header'

const LazyEmptyList = lazyComponent(async () => (await import('./found-notes')).EmptyList)

const LazyFoundCount = lazyComponent(async () => (await import('./found-notes')).FoundCount)

const LazyListStrips = lazyComponent(async () => (await import('./list-strips')).ListStrips)

const LazySessionEnded = lazyComponent(async () => (await import('./list-strips')).SessionEnded, {
  isRequired: true,
})

const LazyOtherPage = lazyComponent(async () => (await import('./list-strips')).OtherPage)

type Props = { createNoteLink: ReactNode; skeleton: ReactNode }

export function NotesScreen({ createNoteLink, skeleton }: Props) {
  const isHydrated = useHydrated()
  const signOut = useSignOut()
  const { notes, isPart, failure, isRetrying, retry } = useNotes(tellFailure)
  const [opened] = useState(() => ({ notes, at: performance.now() }))
  const [query, setQuery] = useState(() => (isHydrated ? keptSearch() : null))
  useEffect(() => keepSearch(query), [query])
  const [toDelete, setToDelete] = useState<ListedNote | null>(null)
  const shown = useMemo(() => notes && search(notes, query ?? ''), [notes, query])
  const closeDelete = () => setToDelete(null)
  const isSignedIn = failure !== 'session-ended'

  function searchFor(newQuery: string | null) {
    if (query === null && notes)
      import('@/lib/time-slicing')
        .then(({ inTimeSlices }) => inTimeSlices(notes, foldedTitle))
        .catch(console.warn)
    scrollTo(0, 0)
    setQuery(newQuery)
  }

  function tellFailure() {
    import('@/components/shell/tell-statuses')
      .then(({ tellOutcome }) => tellOutcome(failureSentence()))
      .catch(console.warn)
  }

  function failureSentence() {
    if (isPart) return messages.notAllNotesLoaded
    return notes ? `${messages.notesNotLoaded} ${messages.offlineNotes}` : messages.notesNotLoaded
  }

  return (
    <div className="mx-auto flex min-h-dvh max-w-448 flex-col">
      <NotesHeader search={isSignedIn ? { query, onChange: searchFor } : undefined} signOut={signOut} />
      <main className="grow px-4 pt-1.5 pb-26 sm:px-8 sm:pb-30 lg:px-12">
        {isSignedIn && createNoteLink}
        <div role="status" className="contents">
          {isSignedIn && (notes || failure) && (
            <Strips
              openedAt={opened.at}
              notes={notes}
              isLatest={!failure && !isRetrying && notes !== opened.notes}
            />
          )}
          {isSignedIn && failure && (
            <div
              ref={passOnFocus}
              className="appear-delayed pb-6 text-center text-lg leading-[1.35] font-medium text-balance"
            >
              <p className={`pb-5 ${notes ? 'pt-2' : 'pt-[14dvh]'}`}>{failureSentence()}</p>
              <div className="flex flex-wrap justify-center gap-5">
                {failure === 'other-page' && <LazyOtherPage />}
                <Button variant="bordered" onClick={retry} isBusy={isRetrying}>
                  Reintentar
                </Button>
              </div>
            </div>
          )}
          {shown?.length === 0 && !isPart && (!failure || query) && (
            <LazyEmptyList isSearch={notes?.length !== 0} />
          )}
        </div>
        {!isSignedIn && <LazySessionEnded />}
        {query !== null && <LazyFoundCount query={query} count={query ? shown?.length : undefined} />}
        {!failure && !(isPart ? shown?.length : shown) && skeleton}
        {isSignedIn && notes && shown && shown.length > 0 && (
          <NoteList notes={shown} isLong={isPart || notes.length > MAX_RENDERED} onDelete={setToDelete} />
        )}
      </main>
      {toDelete && (
        <LazyDeleteNoteDialog
          listed={toDelete}
          notes={notes}
          onClose={closeDelete}
          onLoadError={closeDelete}
        />
      )}
      {signOut.dialog}
    </div>
  )
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
