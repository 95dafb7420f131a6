import { isAttachment, isJoplinData, isLabelList, repeats } from '@/lib/domain/messages/transfer-formats'
import { labelsIn } from './details'
import type { FileRead } from './read-file'

const REPEATED = {
  notas: /^(notas\/.+\.md|LEEME\.txt)$/,
  simplenote: /^(trash\/)?[^/]+\.txt$/i,
  standardNotes: /^Items\//,
}

const ARCHIVE = /^.*\.(zip|tgz|tar|gz)\//i

export function duplicatesIn(files: FileRead[]): (file: FileRead) => string | undefined {
  const exports = files.flatMap(exportOf)
  const keepNotes = new Map<string, string>()
  const keepLabels = new Map<string, Set<string>>()
  const resources = new Set<string | undefined>()
  for (const { path, content } of files) {
    if ('fields' in content) resources.add(content.fields.id)
    if (!('notes' in content) || content.format !== 'keep') continue
    const folder = withoutArchive(folderOf(path))
    const folderLabels = keepLabels.get(folder) ?? new Set()
    keepLabels.set(folder, folderLabels)
    for (const { note } of content.notes) {
      for (const label of labelsIn(note.details)) folderLabels.add(label)
    }
    if (/\.json$/i.test(path)) keepNotes.set(withoutArchive(path), path)
  }

  return function reasonToSkip({ path, content }) {
    if ('reason' in content) return content.reason
    if ('fields' in content) return content.type === 'other' ? isJoplinData : undefined
    const { format, notes } = content
    if (format === 'keep' && /\.html?$/i.test(path)) {
      const json = keepNotes.get(withoutArchive(path.replace(/\.html?$/i, '.json')))
      return json && repeats(json)
    }
    if (format !== 'text') return undefined
    const source = exports.find(
      ({ root, repeated }) => path.startsWith(root) && repeated.test(path.slice(root.length)),
    )
    if (source) return repeats(source.path)
    if (resources.has(path.replace(/^.*\/|\.[^./]*$/g, ''))) return isAttachment
    const folderLabels = /\.txt$/i.test(path) && keepLabels.get(withoutArchive(folderOf(path)))
    return folderLabels && isListOf(folderLabels, notes[0]?.note.content) ? isLabelList : undefined
  }
}

function exportOf({ path, content }: FileRead): { path: string; root: string; repeated: RegExp }[] {
  if (!('notes' in content) || !(content.format in REPEATED)) return []
  const { format } = content
  const folder = folderOf(path)
  const root = folder.replace(/(^|\/)source\/$/, '$1')
  // A file 'notes.json' that was chosen alone says nothing about the files chosen with it.
  if (format === 'simplenote' && root === folder && !ARCHIVE.test(path)) return []
  return [{ path, root, repeated: REPEATED[format as keyof typeof REPEATED] }]
}

function isListOf(labels: Set<string>, text = ''): boolean {
  return text
    .trimEnd()
    .split('\n')
    .every((line) => labels.has(line.trim()))
}

function folderOf(path: string): string {
  return path.replace(/[^/]*$/, '')
}

/** Parts of an export may hold the two files of a note. */
function withoutArchive(path: string): string {
  return path.replace(ARCHIVE, '')
}
