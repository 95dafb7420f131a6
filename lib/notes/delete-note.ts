import * as api from '@/lib/api/notes'
import { requireToken } from '@/lib/session/token'

/** Deletes a note on the host. */
export async function deleteNote(id: string): Promise<void> {
  await api.deleteNote(requireToken(), id)
}
