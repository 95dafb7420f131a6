export type TextEdit = { from: number; to: number; text: string }

const MARKER = /^([ \t]*)(?:[-*] (?:\[[ xX]\](?: |$))?|(\d{1,9})\. )/

const BOX = /^[ \t]*[-*] \[([ xX])\]/

export function editAtEnter(content: string, caret: number): TextEdit | undefined {
  const { start, line } = lineAt(content, caret)
  const [marker, indent = '', number] = MARKER.exec(line) ?? []
  if (marker === undefined || caret < start + marker.length) return undefined
  if (marker === line) return { from: start, to: caret, text: '' }
  const next = number ? `${indent}${Number(number) + 1}. ` : marker.replace(/\[[xX]\]/, '[ ]')
  return { from: caret, to: caret, text: `\n${next}` }
}

export function boxAt(content: string, caret: number): (TextEdit & { isTicked: boolean }) | undefined {
  const { start, line } = lineAt(content, caret)
  const [box, mark] = BOX.exec(line) ?? []
  if (box === undefined) return undefined
  const from = start + box.length - 2
  const isTicked = mark !== ' '
  return { from, to: from + 1, text: isTicked ? ' ' : 'x', isTicked }
}

function lineAt(content: string, caret: number): { start: number; line: string } {
  const start = content.slice(0, caret).lastIndexOf('\n') + 1
  const end = content.indexOf('\n', caret)
  return { start, line: content.slice(start, end < 0 ? undefined : end) }
}
