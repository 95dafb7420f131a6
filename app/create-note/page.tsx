import { NewNote } from '@/components/notes/new-note'

export default function CreateNotePage() {
  return <NewNote />
}
