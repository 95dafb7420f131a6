import { WORDS, type Words } from './words.ts'

export function notebookLine(words: Words, name = ''): string {
  return name && `${words.notebook}: ${name}`
}

export function folderLine(words: Words, path: string): string {
  return path && `${words.folder}: ${path}`
}

export function labelsLine(words: Words, labels: string[]): string {
  return labels.length > 0 ? `${words.labels}: ${labels.join(', ')}` : ''
}

export function linkLine(words: Words, url: string, title = ''): string {
  if (url === '') return ''
  return `${words.link}: ${title && title !== url ? `${title} — ${url}` : url}`
}

export function attachmentLine(words: Words, name: string): string {
  return `${words.attachmentNotImported}: ${name}`
}

export function reminderLine(words: Words, day = '', title = ''): string {
  return day && `${words.reminder}: ${[title, day].filter(Boolean).join(' — ')}`
}

export function datesLine(words: Words, createdOn: string | undefined, editedOn: string | undefined): string {
  const dates = [
    createdOn && `${words.createdOn}: ${createdOn}`,
    editedOn && `${words.editedOn}: ${editedOn}`,
  ]
  return dates.filter(Boolean).join(' · ')
}

/** The content without the lines that an import has written at its end, with whatever choices it was made. */
export function withoutDetails(content: string, words: Words = WORDS): string {
  // Front matter begins with the same line.
  const last = content.lastIndexOf('\n\n---\n')
  const at = last < 0 && content.startsWith('---\n') ? 0 : last
  if (at < 0) return content
  const lines = content.slice(at).trimStart().split('\n').slice(1)
  const names = Object.values(words).filter((word) => typeof word === 'string')
  const isDetail = (line: string) => names.some((name) => line.startsWith(`${name}: `))
  return lines.every(isDetail) ? content.slice(0, at) : content
}

export function withDetails(content: string, lines: string[]): string {
  if (lines.length === 0) return content
  const footer = `---\n${lines.join('\n')}`
  const text = content.trimEnd()
  return text === '' ? footer : `${text}\n\n${footer}`
}
