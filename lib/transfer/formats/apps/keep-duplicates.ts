import { isLabelList, repeats } from '@/lib/domain/messages/transfer-formats'
import { folderOf, withoutArchive } from '../entry'
import type { FileRead } from '../read-file'
import type { FoundNotes } from './found-note'

/** Finds what a Keep export repeats: the HTML file of a note that has a JSON file too, and the list of labels. */
export function keepDuplicates(files: FileRead[]) {
  const jsonFiles = new Map<string, string>()
  const labels = new Set<string>()
  for (const { path, content } of files) {
    if (!('notes' in content) || content.format !== 'keep') continue
    const inArchive = withoutArchive(path)
    for (const label of content.notes.flatMap((note) => note.labels ?? []))
      labels.add(folderOf(inArchive) + label)
    if (/\.json$/i.test(path)) jsonFiles.set(inArchive, path)
  }

  return function reasonToSkip(path: string, { format, notes }: FoundNotes): string | undefined {
    const inArchive = withoutArchive(path)
    if (format === 'keep' && /\.html?$/i.test(path)) {
      const json = jsonFiles.get(inArchive.replace(/\.html?$/i, '.json'))
      return json && repeats(json)
    }
    if (format !== 'text' || !/\.txt$/i.test(path)) return undefined
    const lines = (notes[0]?.note.content ?? '').trimEnd().split('\n')
    return lines.every((line) => labels.has(folderOf(inArchive) + line.trim())) ? isLabelList : undefined
  }
}
