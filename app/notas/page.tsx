import { NotesScreen } from '@/components/notes/notes-screen'

export default function NotesPage() {
  return <NotesScreen />
}
