import { NewNote } from '@/components/notes/editor/new-note'

export default function CreateNotePage() {
  return <NewNote />
}
