import { NoteEditor } from '@/components/notes/editor/note-editor'
import { HydratedOnly } from '@/components/shell/hydrated-only'

export default function NoteEditorPage() {
  return (
    <HydratedOnly>
      <NoteEditor />
    </HydratedOnly>
  )
}
