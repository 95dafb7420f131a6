import { type NoteText, normalizedForForm } from '@/lib/domain/note'
import { failureOf } from './answer'
import { pathOf } from './notes'
import { throwRefused } from './optional-call'
import { request } from './request'

/** `savedAt` is in milliseconds since 1970. */
export type Version = NoteText & { version: string | number; savedAt: number }

export async function listVersions(token: string, id: string): Promise<Version[]> {
  const response = await request({ method: 'GET', path: `${pathOf(id)}/versions`, token })
  if (response.status === 401) await throwRefused(token)
  if (!response.ok || !Array.isArray(response.body)) throw failureOf(response)
  return (response.body as Version[]).map((version) => ({ ...version, ...normalizedForForm(version) }))
}
