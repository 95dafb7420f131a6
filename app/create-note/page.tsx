import { NewNoteScreen } from '@/components/notes/editor/new-note-screen'

export default function CreateNotePage() {
  return <NewNoteScreen />
}
