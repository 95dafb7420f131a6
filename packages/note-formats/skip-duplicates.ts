import { keepDuplicates } from './apps/keep-duplicates.ts'
import { folderOf, withoutArchive } from './entry.ts'
import type { FileRead } from './read-file.ts'
import type { Reason } from './reason.ts'

const REPEATED = {
  notas: /^(notas\/.+\.md|LEEME\.txt)$/,
  simplenote: /^(trash\/)?[^/]+\.txt$/i,
  standardNotes: /^Items\//,
}

export function duplicatesIn(files: FileRead[]): (file: FileRead) => Reason | undefined {
  const exports = files.flatMap(exportOf)
  const joplinIds = new Set(files.map(({ content }) => 'fields' in content && content.fields.id))
  const keepReason = keepDuplicates(files)

  return function reasonToSkip({ path, content }) {
    if ('reason' in content) return content
    if ('bundle' in content) return undefined
    if ('fields' in content) return content.type === 'other' ? { reason: 'joplin-data' } : undefined
    if (content.format === 'text' || content.format === 'html') {
      const source = exports.find(
        ({ root, repeated }) => path.startsWith(root) && repeated.test(path.slice(root.length)),
      )
      if (source) return { reason: 'repeats', detail: source.path }
      if (joplinIds.has(path.replace(/^.*\/|\.[^./]*$/g, ''))) return { reason: 'attachment' }
    }
    return keepReason(path, content)
  }
}

function exportOf({ path, content }: FileRead): { path: string; root: string; repeated: RegExp }[] {
  if (!('notes' in content) || !(content.format in REPEATED)) return []
  const { format } = content
  const folder = folderOf(path)
  const root = folder.replace(/(^|\/)source\/$/, '$1')
  // A file 'notes.json' that was chosen alone says nothing about the files chosen with it.
  if (format === 'simplenote' && root === folder && withoutArchive(path) === path) return []
  return [{ path, root, repeated: REPEATED[format as keyof typeof REPEATED] }]
}
