import type { Entry } from '@/lib/transfer/formats/entry'
import { readNotes } from '@/lib/transfer/formats/read-notes'
import type { Problem, Survey } from '@/lib/transfer/formats/survey'

export type FileFixture = { path: string; content: string | Uint8Array; modifiedAt?: number }

const CHUNK_BYTES = 300

/** Reads files as they come out of an archive, in parts that cut letters and marks anywhere. */
export function surveyOf(files: (FileFixture | Entry | Problem)[]): Promise<Survey> {
  return readNotes(async function* (isWanted) {
    for (const file of files) {
      if ('reason' in file) yield file
      else {
        const entry = 'chunks' in file ? file : entryOf(file)
        if (isWanted(entry.path, entry.size)) yield entry
      }
    }
  })
}

/** The titles of the notes, and path and reason of all other files. */
export function inShort({ notes, problems, otherFiles }: Survey) {
  const reasons = (list: Problem[]) => list.map(({ path, reason }) => [path, reason])
  return {
    titles: notes.map(({ title }) => title),
    problems: reasons(problems),
    otherFiles: reasons(otherFiles),
  }
}

export async function foundIn(files: Parameters<typeof surveyOf>[0]) {
  return inShort(await surveyOf(files))
}

export function entryOf({ path, content, modifiedAt = 0 }: FileFixture, chunkBytes = CHUNK_BYTES): Entry {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  return { path, size: bytes.length, modifiedAt, chunks }
}

export function unreadEntry(path: string): Entry {
  return {
    path,
    size: 1,
    modifiedAt: 0,
    chunks: () => {
      throw new Error(`${path} is read`)
    },
  }
}
