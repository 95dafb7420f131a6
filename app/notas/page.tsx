import { CreateNoteLink } from '@/components/notes/list/create-note-link'
import { ListSkeleton } from '@/components/notes/list/list-skeleton'
import { NotesScreen } from '@/components/notes/list/notes-screen'
import { HEADER_PARTS } from '@/components/notes/list/static-parts'

/** Parts that never change are rendered at build time: as script they would exceed the budget of the first load. */
export default function NotesPage() {
  return (
    <NotesScreen headerParts={HEADER_PARTS} createNoteLink={<CreateNoteLink />} skeleton={<ListSkeleton />} />
  )
}
