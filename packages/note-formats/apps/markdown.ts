import type { Words } from '../words.ts'
import { type FoundNotes, foundNote, stateOf } from './found-note.ts'
import { parsedJson } from './json-fields.ts'

const HEADING = /^# (.*)(?:\n\n?|$)/
const FRONT_MATTER = /^---[ \t]*\n((?:.*\n)*?)---[ \t]*(?:\n|$)/
/** A title, and the lines on which YAML folds it. */
const TITLE = /^title:[ \t]*(.*(?:\n[ \t]+\S.*)*)$/m
const YAML_LINE = /^(?:[\p{L}\d_.-]+:(?:\s|$)|[ \t]|-\s|#|$)/u
/** Folders in which Obsidian, Logseq and Apple's export of iCloud have deleted notes. */
const TRASH = /(^|\/)(\.trash|logseq\/\.recycle|Recently Deleted)\//
export const NOTION_ID = / [0-9a-f]{32}$/

export function textNotes(text: string, path: string, modifiedAt: number, words: Words): FoundNotes {
  const frontMatter = /\.te?xt$/i.test(path) ? { title: undefined, content: text } : readFrontMatter(text)
  const name = titleOfPath(path)
  const [line = '', heading = ''] = HEADING.exec(frontMatter.content) ?? []
  // Notion shortens the names of files.
  const isTitled = line !== '' && NOTION_ID.test(name)
  const title = frontMatter.title ?? (isTitled ? heading : name.replace(NOTION_ID, ''))
  const repeatsTitle = heading.trim().normalize() === title.trim().normalize()
  const content = repeatsTitle ? frontMatter.content.slice(line.length) : frontMatter.content
  const state = stateOf(TRASH.test(path))
  const note = foundNote(words, { title, content, labels: [], editedAt: modifiedAt, state })
  return { format: 'text', notes: [note], problems: [] }
}

/** Returns a file's name without extension and ids; a TextBundle's text has the name of its folder. */
export function titleOfPath(path: string): string {
  const isOfStandardNotes = /(^|\/)Items\/Note\/[^/]+$/.test(path)
  return path
    .replace(/\.textbundle\/text\.[^/]+$/i, '')
    .replace(/^.*\//, '')
    .replace(/\.(md|markdown|mdown|te?xt|html?)$/i, '')
    .replace(isOfStandardNotes ? /-[0-9a-f]{8}$/ : /$^/, '')
    .normalize()
}

function readFrontMatter(text: string): { title: string | undefined; content: string } {
  const [block = '', fields = ''] = FRONT_MATTER.exec(text) ?? []
  const title = TITLE.exec(fields)
  const isYaml = fields.split('\n').every((line) => YAML_LINE.test(line))
  if (!title || !isYaml) return { title: undefined, content: text }
  const value = (title[1] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim()
  const hasComment = /^[^'"].* #/.test(value)
  const isAll = !hasComment && fields.trim() === title[0].trim()
  return {
    title: scalarOf(value),
    content: isAll ? text.slice(block.length).replace(/^\n/, '') : text,
  }
}

function scalarOf(yaml: string): string | undefined {
  if (/^'.*'$/.test(yaml)) return yaml.slice(1, -1).replaceAll("''", "'")
  // YAML has escapes that JSON lacks.
  if (/^".*"$/.test(yaml)) return String(parsedJson(yaml) ?? yaml.slice(1, -1).replace(/\\(["\\])/g, '$1'))
  const [plain = ''] = yaml.split(' #', 1)
  return /^(?:[|>].*|null|~)?$/i.test(plain) ? undefined : plain
}
