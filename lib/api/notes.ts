import * as messages from '@/lib/domain/messages'
import { asFieldsHoldIt, type LoadedNote, type Note, type NoteText } from '@/lib/domain/note'
import { ApiError } from './api-error'
import { type Answer, type Call, failure, request, textAt } from './request'

const PATH = '/api/notes'

/** The notes, and the JSON that they came in. */
export async function listNotes(token: string): Promise<{ notes: Note[]; json: string }> {
  const answer = await request({ method: 'GET', path: PATH, token })
  const notes = answer.ok && notesIn(answer.body)
  if (!notes) throw loadFailure(answer)
  return { notes, json: answer.text }
}

/** The notes of a list's body; undefined where it is something else. */
export function notesIn(body: unknown): Note[] | undefined {
  if (!Array.isArray(body)) return undefined
  const notes = body.map((item: unknown) => {
    const text = { title: textAt(item, 'title') ?? '', content: textAt(item, 'content') ?? '' }
    return { _id: idIn(item), ...asFieldsHoldIt(text) }
  })
  return notes.every((note): note is Note => note._id !== undefined) ? notes : undefined
}

export async function getNote(token: string, id: string): Promise<LoadedNote> {
  const answer = await request({ method: 'GET', path: pathOf(id), token })
  const { title, content } = (answer.body ?? {}) as Partial<NoteText>
  // Half a note is none: a form that starts from it would overwrite the other half.
  if (!answer.ok || typeof title !== 'string' || typeof content !== 'string') throw loadFailure(answer)
  return { ...asFieldsHoldIt({ title, content }), etag: answer.etag }
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

function loadFailure(answer: Answer): ApiError {
  return failure(`Error ${answer.status}: ${answer.statusText}`, answer)
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}

/** Identifiers are the host's own affair: some count. */
function idIn(body: unknown): string | undefined {
  const { _id } = (body ?? {}) as { _id?: unknown }
  return typeof _id === 'number' ? String(_id) : textAt(body, '_id')
}
