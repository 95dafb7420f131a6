import { keepDuplicates } from './apps/keep-duplicates.ts'
import { READ_ME } from './apps/notas.ts'
import { folderOf, withoutArchive } from './entry.ts'
import type { FileRead } from './read-file.ts'
import type { Reason } from './reason.ts'
import type { Format } from './survey.ts'

type Export = { path: string; root: string; repeats: (file: string) => boolean }

const REPEATED = {
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
        ({ root, repeats }) => path.startsWith(root) && repeats(path.slice(root.length)),
      )
      if (source) return { reason: 'repeats', detail: source.path }
      if (joplinIds.has(path.replace(/^.*\/|\.[^./]*$/g, ''))) return { reason: 'attachment' }
    }
    return keepReason(path, content)
  }
}

function exportOf({ path, content }: FileRead): Export[] {
  if (!('notes' in content)) return []
  const { format, notes } = content
  const folder = folderOf(path)
  if (format === 'notas') {
    const copies = new Set(notes.map(({ copy }) => copy?.normalize()))
    return [
      {
        path,
        root: folder,
        repeats: (file) =>
          copies.has(file.normalize()) || (file === READ_ME && path === `${folder}notas.json`),
      },
    ]
  }
  if (!isRepeating(format)) return []
  const root = folder.replace(/(^|\/)source\/$/, '$1')
  // A file 'notes.json' that was chosen alone says nothing about the files chosen with it.
  if (format === 'simplenote' && root === folder && withoutArchive(path) === path) return []
  return [{ path, root, repeats: (file) => REPEATED[format].test(file) }]
}

function isRepeating(format: Format): format is keyof typeof REPEATED {
  return format in REPEATED
}
