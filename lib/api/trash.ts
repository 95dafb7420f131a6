import type { Note, NoteText } from '@/lib/domain/note'
import { strongETag } from './notes'
import { optionalCall } from './optional-call'
import { textAt } from './request'
import { ifMatch } from './write-note'

/** `deletedAt` is in milliseconds since 1970. */
export type DeletedNote = Note & { deletedAt: number }

const PATH = '/api/trash'

/** `etag` changes when a note enters the trash. `days`: how long notes stay; 0 if the host does not say. */
export type Trash = { notes: DeletedNote[]; etag: string | undefined; days: number }

export async function listTrash(token: string): Promise<Trash> {
  const { body, headers } = await optionalCall({ method: 'GET', path: PATH, token }, Array.isArray)
  const days = Number(headers.get('Notas-Trash')) || 0
  return { notes: body as DeletedNote[], etag: strongETag(headers), days }
}

export async function restoreNote(token: string, id: string): Promise<NoteText | undefined> {
  const { body } = await optionalCall({ method: 'POST', path: `${pathOf(id)}/restore`, token })
  const [title, content] = [textAt(body, 'title'), textAt(body, 'content')]
  return title === undefined && content === undefined
    ? undefined
    : { title: title ?? '', content: content ?? '' }
}

export async function eraseNote(token: string, id: string): Promise<void> {
  await optionalCall({ method: 'DELETE', path: pathOf(id), token })
}

/** Fails with status 412 if another note has entered the trash since the ETag. */
export async function emptyTrash(token: string, etag?: string): Promise<void> {
  await optionalCall({ method: 'DELETE', path: PATH, token, headers: ifMatch(etag) })
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
