const MARKER_LENGTH = '- [ ] '.length

/** Writes an item of a checklist as GitHub's Markdown does. */
export function checklistItem(text: string, isChecked: boolean): string {
  return `- [${isChecked ? 'x' : ' '}] ${text.replaceAll('\n', `\n${' '.repeat(MARKER_LENGTH)}`)}`
}
