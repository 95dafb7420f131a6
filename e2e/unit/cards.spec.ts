import { expect, test } from '@playwright/test'
import { colorAt } from '@/lib/domain/card-colors'
import { partsWithBoxes } from '@/lib/domain/parts-with-boxes'
import { previewOf } from '@/lib/domain/preview'
import { fc } from '../support/properties'

test('positions take the eight colours in order and then repeat them', () => {
  const colors = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'violet', 'pink']
  const positions = Array.from({ length: 17 }, (_, position) => position)

  expect(positions.map(colorAt)).toEqual([...colors, ...colors, 'red'])
})

const FAMILY = '👩‍👩‍👧‍👦'
const ACCENTED = 'e\u0301'

/** One character in 20 code units. */
const ACCENTS_20 = `a${'\u0301'.repeat(19)}`

/** One character. Here the preview ends before its 320th emoji, which would end at code unit 1,001. */
const CHAIN = '👩\u200d'.repeat(1000)

const PREVIEWS: [name: string, content: string, text: string, isCut: boolean][] = [
  ['an empty content', '', '', false],
  ['49 characters', 'a'.repeat(49), 'a'.repeat(49), false],
  ['50 characters', 'a'.repeat(50), 'a'.repeat(50), false],
  ['51 characters', 'a'.repeat(51), `${'a'.repeat(50)}...`, true],
  ['200,000 characters', 'a'.repeat(200_000), `${'a'.repeat(50)}...`, true],
  ['50 emoji of several code points', FAMILY.repeat(50), FAMILY.repeat(50), false],
  ['51 emoji of several code points', FAMILY.repeat(51), `${FAMILY.repeat(50)}...`, true],
  ['an emoji at the cut', `${'a'.repeat(49)}${FAMILY}b`, `${'a'.repeat(49)}${FAMILY}...`, true],
  ['a combining accent at the cut', `${'a'.repeat(49)}${ACCENTED}b`, `${'a'.repeat(49)}${ACCENTED}...`, true],
  ['two lines', 'uno\ndos', 'uno\ndos', false],
  ['a space at the cut', `${'a'.repeat(49)} bc`, `${'a'.repeat(49)} ...`, true],
  ['a letter with 999 accents', `a${'\u0301'.repeat(999)}`, `a${'\u0301'.repeat(999)}`, false],
  ['a letter with 1,000 accents', `a${'\u0301'.repeat(1000)}`, `a${'\u0301'.repeat(999)}...`, true],
  ['a letter with 199,999 accents', `a${'\u0301'.repeat(199_999)}`, `a${'\u0301'.repeat(999)}...`, true],
  ['50 characters in 1,000 code units', ACCENTS_20.repeat(50), ACCENTS_20.repeat(50), false],
  ['51 characters in 1,020 code units', ACCENTS_20.repeat(51), `${ACCENTS_20.repeat(50)}...`, true],
  [
    'an emoji across code unit 1,000',
    `ab${'👍'.repeat(20)}${CHAIN}`,
    `ab${'👍'.repeat(20)}${CHAIN.slice(0, 957)}...`,
    true,
  ],
]

test('a preview has 50 characters, and at most 1,000 code units', () => {
  for (const [name, content, text, isCut] of PREVIEWS)
    expect(previewOf(content), name).toEqual({ text, isCut })
})

test('a preview of Latin text ends where it ends for any other text', () => {
  const unit = fc.constantFrom(...'aeño \t\n\r\u00ad\u0301\u02ff\u200d👍')
  const segmenter = new Intl.Segmenter('es')
  fc.assert(
    fc.property(fc.string({ unit, minLength: 45, maxLength: 60 }), (content) => {
      const characters = [...segmenter.segment(content)].map(({ segment }) => segment)
      const text = characters.length > 50 ? `${characters.slice(0, 50).join('')}...` : content
      expect(previewOf(content).text).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

const BOXES: [name: string, text: string, parts: string[]][] = [
  ['a text', 'Pan', ['Pan']],
  ['a list', '- [ ] pan\n* [x] té', ['', '- [ ]', ' pan\n', '* [x]', ' té']],
  ['a box without a hyphen', 'Hoy:\n[X] pan', ['Hoy:\n', '[X]', ' pan']],
  ['a box further in', '- pan\n  \t- [ ] té', ['- pan\n  \t', '- [ ]', ' té']],
  ['a box alone', '[ ]', ['', '[ ]', '']],
  ['brackets within a line', 'pan [x]', ['pan [x]']],
  ['a link', '[x](https://a.es)', ['[x](https://a.es)']],
  ['other brackets', '- [] [-] [xx]', ['- [] [-] [xx]']],
]

test('a box is at the start of a line, and the parts of a text are the whole text', () => {
  for (const [name, text, parts] of BOXES) {
    expect(partsWithBoxes(text), name).toEqual(parts)
    expect(parts.join(''), name).toBe(text)
  }
})
