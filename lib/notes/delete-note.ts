import * as api from '@/lib/api/notes'
import { requireToken } from '@/lib/session/token'

/** Apart from `useNotes`, because it loads with the dialog. */
export async function deleteNote(id: string): Promise<void> {
  await api.deleteNote(requireToken(), id)
}
