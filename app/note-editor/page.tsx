import { NewNote } from '@/components/notes/new-note'
import { Neutral } from '@/components/ui/neutral'

export default function NoteEditorPage() {
  return (
    <Neutral title="Notas">
      <NewNote />
    </Neutral>
  )
}
