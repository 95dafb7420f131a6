import { archiveOf, folderOf, withoutArchive } from '../entry.ts'
import type { FileRead } from '../read-file.ts'
import type { Reason } from '../reason.ts'
import type { FoundNotes } from './found-note.ts'

const MAX_LABEL_LENGTH = 50
const TAKEOUT = /^Takeout\//i
const UNZIPPED_TAKEOUT = /^(.*\/)?Takeout\//i

/** Finds what a Keep export repeats: the HTML file of a note that has a JSON file too, and the list of labels. */
export function keepDuplicates(files: FileRead[]) {
  const jsonFiles = new Map<string, string>()
  const takeouts = new Set<string>()
  const folders = new Set<string>()
  const labels = new Set<string>()
  for (const { path, content } of files) {
    if (!('notes' in content) || content.format !== 'keep') continue
    const inArchive = withoutArchive(path)
    takeouts.add(takeoutOf(path))
    folders.add(folderOf(inArchive))
    for (const label of content.notes.flatMap((note) => note.labels ?? []))
      labels.add(folderOf(inArchive) + label)
    if (/\.json$/i.test(path)) jsonFiles.set(inArchive, path)
  }

  return function reasonToSkip(path: string, { format, notes }: FoundNotes): Reason | undefined {
    const inArchive = withoutArchive(path)
    if (format === 'keep' && /\.html?$/i.test(path)) {
      const json = jsonFiles.get(inArchive.replace(/\.html?$/i, '.json'))
      return json === undefined ? undefined : { reason: 'repeats', detail: json }
    }
    // A Takeout has pages of other products beside those of Keep.
    if (format === 'html' && takeoutOf(path) && takeouts.has(takeoutOf(path)))
      return { reason: 'no-keep-note' }
    if (format !== 'text' || !/\.txt$/i.test(path)) return undefined
    const lines = (notes[0]?.note.content ?? '').trimEnd().split('\n')
    const isLabel = (line: string) => labels.has(folderOf(inArchive) + line.trim())
    const mayBeLabel = (line: string) => line.trim().length <= MAX_LABEL_LENGTH
    // A Takeout has no other text than this list, which has unused labels, too.
    const isOfTakeout = TAKEOUT.test(inArchive) && folders.has(folderOf(inArchive))
    return lines.every(isOfTakeout ? mayBeLabel : isLabel) ? { reason: 'keep-labels' } : undefined
  }
}

/** Path of the archive, or of the unzipped folder of a Takeout; empty for a loose file. */
function takeoutOf(path: string): string {
  return archiveOf(path) || (UNZIPPED_TAKEOUT.exec(path)?.[0] ?? '')
}
