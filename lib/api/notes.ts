import * as messages from '@/lib/domain/messages/notes'
import { type LoadedNote, type NoteText, normalizedForForm } from '@/lib/domain/note'
import { ApiError } from './api-error'
import { type Answer, type Call, failure, idIn, loadFailure, request } from './request'

const PATH = '/api/notes'

export async function getNote(token: string, id: string): Promise<LoadedNote> {
  const answer = await request({ method: 'GET', path: pathOf(id), token })
  const { title, content } = (answer.body ?? {}) as Partial<NoteText>
  // Half a note is none: a form that starts from it would overwrite the other half.
  if (!answer.ok || typeof title !== 'string' || typeof content !== 'string') throw loadFailure(answer)
  return { ...normalizedForForm({ title, content }), etag: answer.etag }
}

/** Creates a note and returns its id; undefined where the host does not answer with it. */
export async function createNote(token: string, text: NoteText): Promise<string | undefined> {
  const answer = await change(messages.noteNotSaved, { method: 'POST', path: PATH, token, body: text })
  return idIn(answer.body)
}

/** With an ETag, fails with the status 412 where the host has another version by now. */
export async function updateNote(
  token: string,
  id: string,
  { title, content }: NoteText,
  etag?: string | undefined,
): Promise<void> {
  const body = { title, content }
  await change(messages.noteNotSaved, { method: 'PUT', path: pathOf(id), token, body, ifMatch: etag })
}

export async function deleteNote(token: string, id: string): Promise<void> {
  await change(messages.noteNotDeleted, { method: 'DELETE', path: pathOf(id), token })
}

/** Makes a call whose every failure, the unreachable host among them, reads as the one sentence. */
async function change(message: string, call: Call): Promise<Answer> {
  const answer = await request(call).catch((cause: unknown) => {
    throw new ApiError(message, { cause })
  })
  if (!answer.ok) throw failure(message, answer)
  return answer
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
