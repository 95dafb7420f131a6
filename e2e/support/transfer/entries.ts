import { formatNames, problemName, reasonSentence } from '@/lib/domain/messages/note-formats'
import type { Entry } from '@/packages/note-formats/entry'
import { readEntries } from '@/packages/note-formats/read-entries'
import type { Problem } from '@/packages/note-formats/reason'
import type { Survey } from '@/packages/note-formats/survey'

export type FileFixture = { path: string; content: string | Uint8Array; modifiedAt?: number }

const CHUNK_BYTES = 300

/** Reads files as they come out of an archive, in parts that cut letters and marks anywhere. */
export async function surveyOf(files: (FileFixture | Entry | Problem)[]) {
  const survey = await readEntries(async function* (isWanted) {
    for (const file of files) {
      if ('reason' in file) yield file
      else {
        const entry = 'chunks' in file ? file : entryOf(file)
        if (isWanted(entry.path, entry.size)) yield entry
      }
    }
  })
  return inWords(survey)
}

/** A survey with the names and sentences that the screen shows. */
export function inWords(survey: Survey) {
  const named = (problem: Problem) => ({ path: problemName(problem), reason: reasonSentence(problem) })
  return {
    notes: survey.notes,
    formats: survey.formats.map(({ format, count }) => ({ name: formatNames[format], count })),
    problems: survey.problems.map(named),
    otherFiles: survey.otherFiles.map(named),
  }
}

/** The titles of the notes, and path and reason of all other files. */
export function inShort({ notes, problems, otherFiles }: ReturnType<typeof inWords>) {
  const reasons = (list: { path: string; reason: string }[]) => list.map(({ path, reason }) => [path, reason])
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
