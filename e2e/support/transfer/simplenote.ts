import type { JsonObject } from '@/packages/note-formats/apps/json-fields'
import type { FileFixture } from './entries'

/** `notes.json` as Simplenote exports it. */
export function simplenoteFile(
  path: string,
  activeNotes: (JsonObject | null)[],
  trashedNotes: JsonObject[] = [],
): FileFixture {
  return { path, content: JSON.stringify({ activeNotes, trashedNotes }) }
}
