import { NOTION_ID } from './apps/markdown.ts'
import { folderLine, notebookLine } from './details.ts'
import { archiveOf, folderOf, withoutArchive } from './entry.ts'
import type { Words } from './words.ts'

const BUNDLE = /\.textbundle$/i

/** Names the folder of each text file: without the first folders, which all files of the archive or the chosen folder have. */
export function foldersOf(paths: string[], words: Words): (path: string) => string {
  const common = new Map<string, string[]>()
  for (const path of paths) {
    const names = namesIn(path)
    const known = common.get(rootOf(path)) ?? names
    const end = known.findIndex((name, at) => name !== names[at])
    common.set(rootOf(path), end < 0 ? known : known.slice(0, end))
  }
  return (path) => {
    const names = namesIn(path).slice(common.get(rootOf(path))?.length ?? 0)
    return folderLine(words, names.map((name) => name.replace(NOTION_ID, '')).join('/'))
  }
}

/** Evernote exports each notebook as a file of its name; a file chosen alone may have any. */
export function notebookOfFile(path: string, files: number, words: Words): string {
  const name = path.replace(/^.*\//, '').replace(/( \(\d+\))?\.enex$/i, '')
  return files > 1 ? notebookLine(words, name.normalize()) : ''
}

function rootOf(path: string): string {
  return archiveOf(path) || (path.split('/')[0] ?? '')
}

function namesIn(path: string): string[] {
  const names = folderOf(withoutArchive(path)).split('/').filter(Boolean)
  return BUNDLE.test(names.at(-1) ?? '') ? names.slice(0, -1) : names
}
