import * as messages from '@/lib/domain/messages/notes'
import { idIn, type NoteText } from '@/lib/domain/note'
import { isAnswer, NotFromHost } from './answer'
import { ApiError } from './api-error'
import { pathOf, strongETag } from './notes'
import { type ApiResponse, type Call, failure, request } from './request'

/** Creates a note; on a host that keeps keys, once for each. `wasDeleted`: the key's note is in the trash. */
export async function createNote(
  token: string,
  { title, content }: NoteText,
  key?: string,
): Promise<{ id: string | undefined; etag: string | undefined; wasDeleted: boolean }> {
  const headers = { ...(key !== undefined && { 'Idempotency-Key': `"${key}"` }) }
  const call = { method: 'POST', path: '/api/notes', token, body: { title, content }, headers } as const
  const response = await write(messages.noteNotSaved, call)
  const wasDeleted = response.headers.has('Notas-Trash')
  return { id: idIn(response.body), etag: strongETag(response.headers), wasDeleted }
}

export async function updateNote(
  token: string,
  id: string,
  { title, content }: NoteText,
  etag?: string,
): Promise<{ id: string | undefined; etag: string | undefined }> {
  const body = { title, content }
  const call = { method: 'PUT', path: pathOf(id), token, body, headers: ifMatch(etag) } as const
  const response = await write(messages.noteNotSaved, call)
  return { id: idIn(response.body), etag: strongETag(response.headers) }
}

/** Returns whether the note can be restored from the host's trash. */
export async function deleteNote(token: string, id: string, etag?: string): Promise<boolean> {
  const call = { method: 'DELETE', path: pathOf(id), token, headers: ifMatch(etag) } as const
  return (await write(messages.noteNotDeleted, call)).headers.has('Notas-Trash')
}

export function ifMatch(etag: string | undefined): Record<string, string> {
  return etag === undefined ? {} : { 'If-Match': etag }
}

async function write(message: string, call: Call): Promise<ApiResponse> {
  const response = await request(call).catch((cause: ApiError) => {
    throw new ApiError(message, { isTimeout: cause.isTimeout, cause })
  })
  // No host answers a POST with 404: a gateway does while the host is away.
  const isFromGateway = call.method === 'POST' && response.status === 404
  if (isFromGateway || !isAnswer(response)) throw new NotFromHost(response, message)
  if (!response.ok) throw failure(response, message)
  return response
}
