export type TextEdit = { from: number; to: number; text: string }

const MARKER = /^([ \t]*)(?:[-*] (?:\[[ xX]\](?: |$))?|(\d{1,9})\. )/

const TICKED = /^([ \t]*[-*] )\[[xX]\]/

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

export function tickedEdits(
  content: string,
  caret: number,
): Record<'untickAll' | 'removeTicked', TextEdit> | undefined {
  const lines = content.split('\n')
  const at = content.slice(0, caret).split('\n').length - 1
  const isInList = (index: number) => MARKER.test(lines[index] ?? '')
  if (!isInList(at)) return undefined
  let [first, last] = [at, at]
  while (isInList(first - 1)) first -= 1
  while (isInList(last + 1)) last += 1
  const list = lines.slice(first, last + 1)
  const open = list.filter((line) => !TICKED.test(line))
  if (open.length === list.length) return undefined
  const from = lines.slice(0, first).reduce((length, line) => length + line.length + 1, 0)
  const to = from + list.join('\n').length
  // Removing a whole list leaves no empty line.
  const ends =
    open.length > 0
      ? { from, to }
      : to < content.length
        ? { from, to: to + 1 }
        : { from: Math.max(0, from - 1), to }
  return {
    untickAll: { from, to, text: list.map((line) => line.replace(TICKED, '$1[ ]')).join('\n') },
    removeTicked: { ...ends, text: open.join('\n') },
  }
}

function lineAt(content: string, caret: number): { start: number; line: string } {
  const start = content.slice(0, caret).lastIndexOf('\n') + 1
  const end = content.indexOf('\n', caret)
  return { start, line: content.slice(start, end < 0 ? undefined : end) }
}
