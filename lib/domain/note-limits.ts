import type { NoteText } from './note'

/** Limits of our host, in Unicode code points. */
export const TITLE_MAX_LENGTH = 500
export const CONTENT_MAX_LENGTH = 200_000

export const MAX_LENGTHS = { title: TITLE_MAX_LENGTH, content: CONTENT_MAX_LENGTH }

export function fitsNote({ title, content }: NoteText): boolean {
  return hasAtMost(TITLE_MAX_LENGTH, title) && hasAtMost(CONTENT_MAX_LENGTH, content)
}

export function hasAtMost(limit: number, text: string): boolean {
  if (text.length <= limit || text.length > 2 * limit) return text.length <= limit
  let length = 0
  for (const _ of text) length += 1
  return length <= limit
}
