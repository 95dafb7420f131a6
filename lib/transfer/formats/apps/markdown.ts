import { type FoundNotes, foundNote } from './found-note'
import { readFrontMatter } from './front-matter'

const HEADING = /^# (.*)(?:\n\n?|$)/
const NOTION_ID = / [0-9a-f]{32}$/

/** Reads a Markdown or text file. Its title is in its front matter or else its name. */
export function textNotes(text: string, path: string, modifiedAt: number): FoundNotes {
  const frontMatter = /\.te?xt$/i.test(path) ? { title: undefined, content: text } : readFrontMatter(text)
  const name = baseName(path)
  const [line = '', heading = ''] = HEADING.exec(frontMatter.content) ?? []
  // Notion shortens the names of files.
  const isTitled = line !== '' && NOTION_ID.test(name)
  const title = frontMatter.title ?? (isTitled ? heading : name.replace(NOTION_ID, ''))
  const repeatsTitle = heading.trim().normalize() === title.trim().normalize()
  const content = repeatsTitle ? frontMatter.content.slice(line.length) : frontMatter.content
  return { format: 'text', notes: [foundNote({ title, content, editedAt: modifiedAt })], problems: [] }
}

/** Returns a file's name without extension; a TextBundle's text has the name of its folder. */
function baseName(path: string): string {
  const file = path.replace(/\.textbundle\/text\.[^/]+$/i, '')
  return file
    .replace(/^.*\//, '')
    .replace(/\.(md|markdown|mdown|te?xt)$/i, '')
    .normalize()
}
