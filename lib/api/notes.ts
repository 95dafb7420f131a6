import { type LoadedNote, type NoteText, normalizedForForm } from '@/lib/domain/note'
import { failure, request } from './request'

const PATH = '/api/notes'

export async function getNote(
  token: string,
  id: string,
): Promise<{ note: LoadedNote; features: string | null }> {
  const response = await request({ method: 'GET', path: pathOf(id), token })
  const { title, content } = (response.body ?? {}) as Partial<NoteText>
  // A form that starts from half a note would overwrite the other half.
  if (!response.ok || typeof title !== 'string' || typeof content !== 'string') throw failure(response)
  const { headers } = response
  const hasVersions = headers.has('Notas-Versions')
  const note = { ...normalizedForForm({ title, content }), etag: strongETag(headers), hasVersions }
  return { note, features: featuresIn(headers) }
}

export function strongETag(headers: Headers): string | undefined {
  return /^".*"$/.exec(headers.get('ETag') ?? '')?.[0]
}

export function featuresIn(headers: Headers): string | null {
  return headers.get('Notas-Features')
}

export function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
