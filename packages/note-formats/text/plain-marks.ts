const MARKER_LENGTH = '- [ ] '.length

export function checklistItem(text: string, isChecked: boolean): string {
  return `- ${tickBox(isChecked)}${text.replaceAll('\n', `\n${' '.repeat(MARKER_LENGTH)}`)}`
}

export function lengthWithoutSpace(text: string): number {
  return text.replace(/\s/g, '').length
}

export function tickBox(isChecked: boolean): string {
  return `[${isChecked ? 'x' : ' '}] `
}

/** Returns the address of a link, to write after its text, unless the text repeats it or it leads nowhere. */
export function addressAfter(text: string, url: string): string {
  if (!/^(https?|mailto|tel|ftp|evernote):/i.test(url)) return ''
  if (text.trim() === '') return url
  return bare(text) === bare(url) ? '' : ` (${url})`
}

function bare(address: string): string {
  return address
    .trim()
    .replace(/^(https?:\/\/|mailto:|tel:)/i, '')
    .replace(/\/$/, '')
}
