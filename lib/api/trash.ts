import type { Note } from '@/lib/domain/note'
import { optionalCall } from './optional-call'

/** `deletedAt` is in milliseconds since 1970. */
export type DeletedNote = Note & { deletedAt: number }

const PATH = '/api/trash'

/** Lists the deleted notes that can be restored, newest first. */
export async function listTrash(token: string): Promise<DeletedNote[]> {
  return (await optionalCall({ method: 'GET', path: PATH, token }, Array.isArray)).body as DeletedNote[]
}

export async function restoreNote(token: string, id: string): Promise<void> {
  await optionalCall({ method: 'POST', path: `${pathOf(id)}/restore`, token })
}

export async function deleteForever(token: string, id: string): Promise<void> {
  await optionalCall({ method: 'DELETE', path: pathOf(id), token })
}

export async function emptyTrash(token: string): Promise<void> {
  await optionalCall({ method: 'DELETE', path: PATH, token })
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
