import { expect, test } from '@playwright/test'
import { keepHtmlNotes } from '@/lib/transfer/formats/apps/keep-html'
import { htmlToText } from '@/lib/transfer/formats/text/html-to-text'

const LEVELS = 12_000

test('lists in lists are indented by 50 levels at most', () => {
  const text = soon(() => htmlToText('<ul><li>a'.repeat(LEVELS)))
  expect(text.split('\n').slice(0, 3)).toEqual(['- a', '  - a', '    - a'])
  expect(text.endsWith(`\n${' '.repeat(100)}- a`)).toBe(true)
  expect(text.match(/a/g)).toHaveLength(LEVELS)
})

test('tables in tables keep the text of every cell', () => {
  const html = `${'<table><tr><td>a'.repeat(LEVELS)}${'</td></tr></table>'.repeat(LEVELS)}<p>b`
  const text = soon(() => htmlToText(html))
  expect(text.match(/a/g)).toHaveLength(LEVELS)
  expect(text.endsWith('b')).toBe(true)
  expect(htmlToText('<table><tr><td>a<td><table><tr><td>b<td>c</table></table>')).toBe('a | b | c')
})

test('a note of Keep with contents in contents is read', () => {
  const html = `<div class="note"><div class="heading"></div>${'<div class="content">a'.repeat(LEVELS)}`
  expect(soon(() => keepHtmlNotes(html))?.notes).toHaveLength(1)
})

/** Allows ten times what it takes; it was more when each level repeated its inside in full. */
function soon<Result>(work: () => Result): Result {
  const start = performance.now()
  const result = work()
  expect(performance.now() - start).toBeLessThan(15_000)
  return result
}
