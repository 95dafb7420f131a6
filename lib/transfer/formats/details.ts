import * as messages from '@/lib/domain/messages/transfer-formats'

export function notebookLine(name = ''): string {
  return name && `${messages.notebook}: ${name}`
}

export function labelsLine(labels: string[]): string {
  return labels.length > 0 ? `${messages.labels}: ${labels.join(', ')}` : ''
}

export function linkLine(url: string, title = ''): string {
  if (url === '') return ''
  return `${messages.link}: ${title && title !== url ? `${title} — ${url}` : url}`
}

export function attachmentLine(name: string): string {
  return `${messages.attachmentNotImported}: ${name}`
}

export function datesLine(createdOn: string | undefined, editedOn: string | undefined): string {
  const dates = [
    createdOn && `${messages.createdOn}: ${createdOn}`,
    editedOn && `${messages.editedOn}: ${editedOn}`,
  ]
  return dates.filter(Boolean).join(' · ')
}

export function withDetails(content: string, lines: string[]): string {
  if (lines.length === 0) return content
  const footer = `---\n${lines.join('\n')}`
  const text = content.trimEnd()
  return text === '' ? footer : `${text}\n\n${footer}`
}
