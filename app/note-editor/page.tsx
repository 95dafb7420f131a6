import { NoteEditor } from '@/components/notes/note-editor'
import { Neutral } from '@/components/ui/neutral'

export default function NoteEditorPage() {
  return (
    <Neutral title="Notas">
      <NoteEditor />
    </Neutral>
  )
}
