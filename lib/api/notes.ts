import { type LoadedNote, type NoteText, normalizedForForm } from '@/lib/domain/note'
import { failureOf } from './answer'
import { rememberFeatures } from './features'
import { request } from './request'

const PATH = '/api/notes'

export async function getNote(token: string, id: string): Promise<LoadedNote> {
  const response = await request({ method: 'GET', path: pathOf(id), token })
  const { title, content } = (response.body ?? {}) as Partial<NoteText>
  // A form that starts from half a note would overwrite the other half.
  if (!response.ok || typeof title !== 'string' || typeof content !== 'string') throw failureOf(response)
  const { headers } = response
  rememberFeatures(headers)
  const hasVersions = headers.has('Notas-Versions')
  return { ...normalizedForForm({ title, content }), etag: strongETag(headers), hasVersions }
}

/** Version for `If-Match`. Proxies that compress change an ETag, but not the copy of it that our host sends. */
export function strongETag(headers: Headers): string | undefined {
  return /^".*"$/.exec(headers.get('Notas-ETag') ?? headers.get('ETag') ?? '')?.[0]
}

export function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
