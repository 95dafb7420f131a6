import { Wordmark } from '@/components/brand/wordmark'
import { CreateNoteLink } from '@/components/notes/create-note-link'
import { NotePlaceholders } from '@/components/notes/note-placeholders'
import { NotesScreen } from '@/components/notes/notes-screen'

/** What never changes is drawn at build time, and costs no script. */
export default function NotesPage() {
  return (
    <NotesScreen
      wordmark={<Wordmark />}
      createNoteLink={<CreateNoteLink />}
      placeholders={<NotePlaceholders />}
    />
  )
}
