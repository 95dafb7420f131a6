import type { NoteText } from '@/lib/domain/note'
import { newId } from '@/lib/ids'

export const SHARED_OWNER = 'notas-shared-owner'
export const SHARED_OWNER_URL = '/owner'

/** Header of a stored text: hash of its owner, empty if nobody was signed in. Texts of 1.0.0 have none. */
export const OWNER_HEADER = 'Notas-Owner'

const MAX_WAITING = 5

const UNOWNED_MS = 10 * 60_000

type Stamp = { owner: string | null; url: string }

export function sharedText(fields: { title?: string; text?: string; url?: string }): NoteText {
  const { title = '', text = '', url = '' } = fields
  const content = text.includes(url) ? text : [text, url].filter(Boolean).join('\n')
  return { title: title.replace(/\s+/g, ' ').trim(), content: content.trim() }
}

export function waitsFor(owner: string, stamp: Stamp): boolean {
  return stamp.owner ? stamp.owner === owner : !isExpired(stamp)
}

export function isExpired({ owner, url }: Stamp): boolean {
  return !owner && Math.abs(Date.now() - sharedAt(url)) > UNOWNED_MS
}

export function isFull(owner: string, stamps: Stamp[]): boolean {
  return stamps.filter((stamp) => waitsFor(owner, stamp)).length >= MAX_WAITING
}

export function newSharedPath(): string {
  return `/shared/${newId()}`
}

export async function readSharedTexts(cache: Cache) {
  const requests = await cache.keys()
  const found = requests.map(async ({ url }) => {
    const response = await cache.match(url) // another tab may have taken it
    return response ? [{ url, owner: response.headers.get(OWNER_HEADER), response }] : []
  })
  return (await Promise.all(found)).flat().sort((a, b) => sharedAt(a.url) - sharedAt(b.url))
}

function sharedAt(url: string): number {
  return Number(/\/shared\/(\d+)/.exec(url)?.[1] ?? 0)
}
