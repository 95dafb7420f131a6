import * as messages from '@/lib/domain/messages/errors'
import { type LoadedNote, type NoteText, normalizedForForm } from '@/lib/domain/note'
import { ApiError } from './api-error'
import { type ApiResponse, type Call, failure, idIn, loadFailure, request } from './request'

const PATH = '/api/notes'

export async function getNote(token: string, id: string): Promise<LoadedNote> {
  const response = await request({ method: 'GET', path: pathOf(id), token })
  const { title, content } = (response.body ?? {}) as Partial<NoteText>
  // A form that starts from half a note would overwrite the other half.
  if (!response.ok || typeof title !== 'string' || typeof content !== 'string') throw loadFailure(response)
  return { ...normalizedForForm({ title, content }), etag: strongETag(response.headers) }
}

export async function createNote(token: string, text: NoteText): Promise<string | undefined> {
  const response = await write(messages.noteNotSaved, { method: 'POST', path: PATH, token, body: text })
  return idIn(response.body)
}

/** Replaces a note. Fails with status 412 if an ETag is given and the host has another version. */
export async function updateNote(
  token: string,
  id: string,
  { title, content }: NoteText,
  etag?: string | undefined,
): Promise<void> {
  const body = { title, content }
  const headers = { ...(etag !== undefined && { 'If-Match': etag }) }
  await write(messages.noteNotSaved, { method: 'PUT', path: pathOf(id), token, body, headers })
}

/** Fails with the message, which is logged. */
export async function write(message: string, call: Call): Promise<ApiResponse> {
  const response = await request(call).catch((cause: unknown) => {
    throw new ApiError(message, { cause })
  })
  if (!response.ok) throw failure(message, response)
  return response
}

function strongETag(headers: Headers): string | undefined {
  return /^".*"$/.exec(headers.get('ETag') ?? '')?.[0]
}

export function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
