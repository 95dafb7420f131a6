import { noteNotDeleted } from '@/lib/domain/messages/errors'
import { pathOf, write } from './notes'

/** Deletes a note. Returns whether the host has a trash that it can be restored from. */
export async function deleteNote(token: string, id: string): Promise<boolean> {
  const { headers } = await write(noteNotDeleted, { method: 'DELETE', path: pathOf(id), token })
  return headers.has('Notas-Trash')
}
