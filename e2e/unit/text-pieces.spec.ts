import assert from 'node:assert/strict'
import { expect, test } from '@playwright/test'
import { excerptOf } from '@/lib/domain/conflict-excerpt'
import { mayBeSlowToShow } from '@/lib/domain/may-be-slow'
import { isSlowToShow, takePieces } from '@/lib/domain/text-pieces'
import { fc } from '../support/properties'

const ARABIC = 'أسقي النباتات يوم الثلاثاء ويوم الجمعة. '.repeat(8)

const QUICK: [name: string, text: string][] = [
  ['an empty text', ''],
  ['200,000 letters in one line', 'a'.repeat(200_000)],
  ['a long text with accents', 'Riego los martes, también los sábados. 🌱\n'.repeat(4000).slice(0, -1)],
  ['4,000 lines', 'a\n'.repeat(3999)],
  ['Arabic paragraphs', `${ARABIC}\n`.repeat(600)],
  ['8,000 emoji units in one line', '👍'.repeat(4000)],
  ['a letter with 49 marks', `a${'\u0301'.repeat(49)}`.repeat(150)],
  ['skin tones', '👍🏽'.repeat(2000)],
]

const SLOW: [name: string, text: string][] = [
  ['4,001 lines', 'a\n'.repeat(4000)],
  ['a letter with 50 marks', `${'a\n'.repeat(1000)}a${'\u0301'.repeat(50)}`],
  ['a letter with 199,999 marks', `a${'\u0301'.repeat(199_999)}`],
  ['an emoji with skin tones', `👍${'🏽'.repeat(1000)}`],
  ['a line of 8,001 Thai letters', 'ก'.repeat(8001)],
  ['many nested directions', 'a\u202e'.repeat(1000)],
]

test('a text with long lines, many marks or nested directions is slow to show', () => {
  for (const [texts, isSlow] of [
    [QUICK, false],
    [SLOW, true],
  ] as const) {
    for (const [name, text] of texts) expect(mayBeSlowToShow(text) && isSlowToShow(text), name).toBe(isSlow)
  }
})

const unit = fc.constantFrom(
  ...['a', ' ', '\n', '\u0301', '👍', '🏽', '\u200d', 'ש', '\u2067', '\ud83d', '\ude00'],
)
const hostileText = fc
  .array(fc.tuple(fc.string({ unit, minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 2000 })), {
    maxLength: 6,
  })
  .map((parts) => parts.map(([part, count]) => part.repeat(count)).join(''))

test('pieces and rest, joined, are the text, however many are taken', () => {
  fc.assert(
    fc.property(hostileText, fc.integer({ min: 1, max: 20 }), (text, count) => {
      const first = takePieces(count, text)
      const second = takePieces(count, first.rest)
      assert.equal([...first.pieces, ...second.pieces, second.rest].join(''), text)
    }),
  )
})

test('no piece is empty, long or slow, and none splits a surrogate pair', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const { pieces, rest } = takePieces(Number.POSITIVE_INFINITY, text)
      assert.equal(rest, '')
      for (const [index, piece] of pieces.entries()) {
        assert.ok(piece.length > 0 && piece.length <= 20_000)
        assert.ok(piece.split(/[^ a]/).length <= 401)
        const around = (pieces[index - 1] ?? '').slice(-1) + piece.slice(0, 1)
        assert.doesNotMatch(around, /^[\ud800-\udbff][\udc00-\udfff]$/)
      }
    }),
  )
})

test('a piece ends after a line or a word', () => {
  const { pieces } = takePieces(2, `${'שלום '.repeat(70)}\n${'שלום '.repeat(200)}`)
  expect(pieces).toEqual([`${'שלום '.repeat(70)}\n`, 'שלום '.repeat(99)])
})

test('a conflict shows all lines of an ordinary text', () => {
  expect(excerptOf('a\nb\n\nc', 'a\nB')).toEqual(['a', 'b', '', 'c'])
})

test('a conflict shows a slow text from its first difference on', () => {
  const lines = 'a\n'.repeat(50_000)
  const shown = excerptOf(`${lines}mía\n${lines}`, `${lines}suya\n${lines}`)
  expect(shown.slice(0, 3)).toEqual(['...', 'mía', 'a'])
  expect(shown.at(-1)).toBe('...')
  expect(shown.length).toBeLessThan(1300)

  const line = 'ש'.repeat(100_000)
  const [before, start] = excerptOf(`${line}mía${line}`, `${line}suya${line}`)
  expect(before).toBe('...')
  expect(start).toMatch(/^ש{100}míaש+$/)
})
