export type NoteText = { title: string; content: string }
export type Note = NoteText & { _id: string }

/** A note as it was loaded. */
export type LoadedNote = NoteText & {
  /** The strong tag that the host gave this version; none where the host gives none. */
  etag?: string | undefined
  /** Whether it comes from what this browser kept, and not from the host. */
  isKept?: boolean
}

export function isSameText(one: NoteText, other: NoteText): boolean {
  return one.title === other.title && one.content === other.content
}

/** A text as a form gives it back when nobody has typed: a title of one line, and a content without `\r`. */
export function normalizedForForm({ title, content }: NoteText): NoteText {
  return {
    title: title.replace(/[\r\n]/g, ''),
    content: content.includes('\r') ? content.replace(/\r\n?/g, '\n') : content,
  }
}

/** Limits of our host, in Unicode code points. */
export const TITLE_MAX_LENGTH = 500
export const CONTENT_MAX_LENGTH = 200_000

const NOTE_PATH = /^\/note-editor\/([^/]+)\/?$/

/** The address of a note's editor, without the base path. */
export function notePath(id: string): string {
  return `/note-editor/${encodeURIComponent(id)}`
}

/** The id in a note editor's address, or null where the address is another screen's. */
export function noteIdAt(path: string): string | null {
  const segment = NOTE_PATH.exec(path)?.[1]
  if (segment === undefined) return null
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // a stray '%': the host answers that there is no such note
  }
}
