import { useEffect, useState, useSyncExternalStore } from 'react'
import type { LoadedNote } from '@/lib/domain/note'
import { createNoteForm } from '@/lib/notes/form'
import { becomeNote } from './open-note'

/** Form of a note, or of a new one, with what it shows by now. `note`: undefined while it loads. */
export function useNoteForm(openedId: string | null, note: LoadedNote | undefined, onConflict: () => void) {
  const [form] = useState(() => createNoteForm(openedId, note, becomeNote, onConflict))
  const view = useSyncExternalStore(form.open, form.get, form.get)

  useEffect(() => {
    if (note) form.load(note)
  }, [form, note])

  return { form, ...view }
}
