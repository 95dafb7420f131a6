import { NewNoteForm } from '@/components/notes/editor/note-form'

export default function CreateNotePage() {
  return <NewNoteForm />
}
