import type { Words } from './words.ts'

export function notebookLine(words: Words, name = ''): string {
  return name && `${words.notebook}: ${name}`
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

export function datesLine(words: Words, createdOn: string | undefined, editedOn: string | undefined): string {
  const dates = [
    createdOn && `${words.createdOn}: ${createdOn}`,
    editedOn && `${words.editedOn}: ${editedOn}`,
  ]
  return dates.filter(Boolean).join(' · ')
}

export function withDetails(content: string, lines: string[]): string {
  if (lines.length === 0) return content
  const footer = `---\n${lines.join('\n')}`
  const text = content.trimEnd()
  return text === '' ? footer : `${text}\n\n${footer}`
}
