import * as messages from '@/lib/domain/messages'
import type { Note, NoteText } from '@/lib/domain/note'
import { ApiError } from './api-error'
import { type Answer, type Call, failure, request, textAt } from './request'

const PATH = '/api/notes'

export async function listNotes(token: string): Promise<Note[]> {
  const answer = await request({ method: 'GET', path: PATH, token })
  if (!answer.ok || !Array.isArray(answer.body)) throw loadFailure(answer)
  return answer.body.map((item: unknown) => {
    const _id = idIn(item)
    if (_id === undefined) throw loadFailure(answer)
    return { _id, title: textAt(item, 'title') ?? '', content: textAt(item, 'content') ?? '' }
  })
}

export async function getNote(token: string, id: string): Promise<NoteText> {
  const answer = await request({ method: 'GET', path: pathOf(id), token })
  const { title, content } = (answer.body ?? {}) as Partial<NoteText>
  // Half a note is none: a form that starts from it would overwrite the other half.
  if (!answer.ok || typeof title !== 'string' || typeof content !== 'string') throw loadFailure(answer)
  return { title, content }
}

/** Creates a note and returns its id; undefined where the host does not answer with it. */
export async function createNote(token: string, text: NoteText): Promise<string | undefined> {
  const answer = await change(messages.noteNotSaved, { method: 'POST', path: PATH, token, body: text })
  return idIn(answer.body)
}

export async function updateNote(token: string, id: string, text: NoteText): Promise<void> {
  await change(messages.noteNotSaved, { method: 'PUT', path: pathOf(id), token, body: text })
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
