export type NoteText = { title: string; content: string }
export type Note = NoteText & {
  _id: string
  /** The host's text, where a form would change it. */
  raw?: NoteText
}

export type LoadedNote = NoteText & {
  etag?: string
  /** Whether the host may have another text by now. Drafts on disk have this field in their `base`. */
  isKept?: boolean
  hasVersions?: boolean
  /** Base of the text before a version replaced it in the form. Drafts on disk have this field in their `base`. */
  typedOn?: NoteText
}

export const BLANK: NoteText = { title: '', content: '' }

/** Returns the id as text: some hosts send a number. */
export function idIn(body: unknown): string | undefined {
  const { _id } = (body ?? {}) as { _id?: unknown }
  return typeof _id === 'number' || (typeof _id === 'string' && _id !== '') ? String(_id) : undefined
}

export function rawTextOf({ title, content, raw }: Note): NoteText {
  return raw ?? { title, content }
}

export function isSameText(one: NoteText, other: NoteText): boolean {
  return one.title === other.title && one.content === other.content
}

/** Normalizes a text as an input and a textarea do, so that an unchanged form equals its note. */
export function normalizedForForm({ title, content }: NoteText): NoteText {
  return {
    title: title.replace(/[\r\n]/g, ''),
    content: content.includes('\r') ? content.replace(/\r\n?/g, '\n') : content,
  }
}

const NOTE_PATH = /^\/note-editor\/([^/]+)\/?$/

export function notePath(id: string): string {
  return `/note-editor/${encodeURIComponent(id)}`
}

export function noteIdAt(path: string): string | null {
  const segment = NOTE_PATH.exec(path)?.[1]
  if (segment === undefined) return null
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // a stray '%': the host responds with 404
  }
}
