import type { FileFixture } from './entries'

type SimplenoteFields = {
  id?: string
  content?: unknown
  creationDate?: unknown
  lastModified?: unknown
  modificationDate?: unknown
  tags?: string[]
  pinned?: boolean
  markdown?: boolean
}

/** `notes.json` as Simplenote exports it. */
export function simplenoteFile(
  path: string,
  activeNotes: (SimplenoteFields | null)[],
  trashedNotes: SimplenoteFields[] = [],
): FileFixture {
  return { path, content: JSON.stringify({ activeNotes, trashedNotes }) }
}
