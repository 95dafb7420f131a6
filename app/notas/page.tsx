import { CreateNoteLink } from '@/components/notes/list/create-note-link'
import { ListSkeleton } from '@/components/notes/list/list-skeleton'
import { NotesScreen } from '@/components/notes/list/notes-screen'

/** Parts that never change are rendered at build time: as script they would exceed the budget of the first load. */
export default function NotesPage() {
  return <NotesScreen createNoteLink={<CreateNoteLink />} skeleton={<ListSkeleton />} />
}
