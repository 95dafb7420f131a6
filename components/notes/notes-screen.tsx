'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { colorAt } from '@/lib/domain/card-colors'
import { messages } from '@/lib/domain/messages'
import type { Note } from '@/lib/domain/note'
import { matchesSearch } from '@/lib/domain/search'
import { useNotes } from '@/lib/notes/use-notes'
import { signOut } from '@/lib/session/sign-in'
import { CreateNoteLink } from './create-note-link'
import { DeleteNoteDialog } from './delete-note-dialog'
import { NoNotes } from './no-notes'
import { NoteList } from './note-list'
import { NotePlaceholders } from './note-placeholders'
import { NotesHeader } from './notes-header'
import { NotesNotice } from './notes-notice'

export function NotesScreen() {
  const router = useRouter()
  const { notes, failure, retry, removeNote } = useNotes()
  const [query, setQuery] = useState<string | null>(null)
  const [toDelete, setToDelete] = useState<{ note: Note; position: number } | null>(null)
  const shown = notes?.filter((note) => matchesSearch(note.title, query ?? ''))
  const isSignedIn = failure !== 'session-ended'

  function leave() {
    router.push('/')
    signOut()
  }

  return (
    <div className="mx-auto flex min-h-dvh max-w-448 flex-col">
      <NotesHeader search={isSignedIn ? { query, onChange: setQuery } : undefined} onSignOut={leave} />
      <main className="grow px-4 pt-1.5 pb-26 sm:px-8 sm:pb-30 lg:px-12">
        {failure === 'session-ended' && (
          <NotesNotice sentence={messages.sessionEnded}>
            <Link href="/" lang="en" className={buttonClass({ variant: 'solid' })}>
              Log in
            </Link>
          </NotesNotice>
        )}
        {failure === 'not-loaded' && (
          <NotesNotice sentence={messages.notesNotLoaded}>
            <Button variant="bordered" onClick={retry}>
              Reintentar
            </Button>
          </NotesNotice>
        )}
        {!failure && !shown && <NotePlaceholders />}
        {isSignedIn &&
          shown &&
          (shown.length > 0 ? (
            <NoteList notes={shown} onDelete={(note, position) => setToDelete({ note, position })} />
          ) : (
            !failure && <NoNotes />
          ))}
      </main>
      {isSignedIn && <CreateNoteLink />}
      {toDelete && (
        <DeleteNoteDialog
          note={toDelete.note}
          color={colorAt(toDelete.position)}
          onClose={() => setToDelete(null)}
          onDelete={() => removeNote(toDelete.note._id)}
        />
      )}
    </div>
  )
}
