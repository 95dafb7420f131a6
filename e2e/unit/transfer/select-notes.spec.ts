import { expect, test } from '@playwright/test'
import { MAX_LENGTHS } from '@/lib/domain/note-limits'
import { noteTexts } from '@/packages/note-formats/select-notes'
import type { ImportedNote } from '@/packages/note-formats/survey'
import { fc } from '../../support/properties'

const LABELS = 'Etiquetas: cocina, casa'
const PHOTO = 'Adjunto no importado: foto.png'
const FAMILY = '👨‍👩‍👧‍👦'

function textsOfNote(note: Partial<ImportedNote>, keepsOrigin = false) {
  const options = { keepsOrigin, limits: MAX_LENGTHS }
  return noteTexts({ title: 'Compra', content: 'Pan', details: [], state: 'active', ...note }, options)
}

const dates = { createdOn: '2023-07-28', editedOn: '2023-08-01' }
const DATES = 'Creada: 2023-07-28 · Editada: 2023-08-01'
const LINE = `${'x'.repeat(150_000)}\n`

const NOTES: [name: string, note: Partial<ImportedNote>, keepsOrigin: boolean, content: string][] = [
  ['without details', {}, true, 'Pan'],
  ['with dates that are not asked for', dates, false, 'Pan'],
  ['with dates', dates, true, `Pan\n\n---\n${DATES}`],
  ['with one date', { editedOn: '2023-08-01' }, true, 'Pan\n\n---\nEditada: 2023-08-01'],
  ['with details', { details: [LABELS, PHOTO] }, false, `Pan\n\n---\n${LABELS}\n${PHOTO}`],
  ['with details and dates', { details: [LABELS], ...dates }, true, `Pan\n\n---\n${LABELS}\n${DATES}`],
  ['with details alone', { content: '', details: [LABELS] }, false, `---\n${LABELS}`],
  ['with details after a line end', { content: 'Pan\n', details: [LABELS] }, false, `Pan\n\n---\n${LABELS}`],
  ['with line ends and no details', { content: '\nPan\n\n' }, true, '\nPan\n\n'],
  ['that is empty', { content: '' }, true, ''],
]

for (const [name, note, keepsOrigin, content] of NOTES) {
  test(`the content of a note ${name} is written`, () => {
    expect(textsOfNote(note, keepsOrigin)).toEqual([{ title: 'Compra', content }])
  })
}

test('a note of our own export is returned as it is, and gets no second footer', () => {
  const note = { title: 'a\n'.repeat(600), content: `x\r\n---\nEtiquetas: casa${'y'.repeat(200_000)}` }
  expect(textsOfNote({ ...note, ...dates, isExact: true }, true)).toEqual([note])
})

const TITLES: [name: string, title: string, shortTitle: string][] = [
  ['of 500 characters', 'x'.repeat(500), 'x'.repeat(500)],
  ['of 501 characters', 'x'.repeat(501), 'x'.repeat(500)],
  ['of 500 emoji', '😀'.repeat(500), '😀'.repeat(500)],
  ['of 501 emoji', '😀'.repeat(501), '😀'.repeat(500)],
  ['with a family at its 500th place', `${'x'.repeat(499)}${FAMILY}`, 'x'.repeat(499)],
  ['with an accent at its 501st place', `${'x'.repeat(500)}\u0301`, 'x'.repeat(499)],
  ['of one letter with 600 accents', `x${'\u0301'.repeat(600)}`, `x${'\u0301'.repeat(499)}`],
]

for (const [name, title, shortTitle] of TITLES) {
  test(`a title ${name} is cut at a character, and then the content begins with it`, () => {
    const content = title === shortTitle ? 'Pan' : `${title}\n\nPan`
    expect(textsOfNote({ title })).toEqual([{ title: shortTitle, content }])
  })
}

test('the long title of an empty note is its content', () => {
  const title = 'x'.repeat(501)
  expect(textsOfNote({ title, content: '' })).toEqual([{ title: 'x'.repeat(500), content: title }])
})

const CONTENTS: [name: string, content: string, parts: string[]][] = [
  ['of 200,000 characters', 'x'.repeat(200_000), ['x'.repeat(200_000)]],
  ['of 200,000 emoji', '😀'.repeat(200_000), ['😀'.repeat(200_000)]],
  ['of 200,001 emoji', '😀'.repeat(200_001), ['😀'.repeat(200_000), '😀']],
  ['with a family at its limit', `${'x'.repeat(199_999)}${FAMILY}y`, ['x'.repeat(199_999), `${FAMILY}y`]],
  ['of lines', LINE + LINE, [LINE, LINE]],
  ['with a line end just past its limit', `${'x'.repeat(200_000)}\ny`, ['x'.repeat(200_000), '\ny']],
  ['with a line end far before its limit', `x\n${'y'.repeat(200_000)}`, [`x\n${'y'.repeat(199_998)}`, 'yy']],
]

for (const [name, content, parts] of CONTENTS) {
  test(`a content ${name} is posted in ${parts.length} parts`, () => {
    expect(textsOfNote({ content }).map((text) => text.content === parts.shift())).not.toContain(false)
    expect(parts).toEqual([])
  })
}

test('parts are numbered in their titles, which stay within their limit', () => {
  const content = 'x'.repeat(400_001)
  const titlesOf = (title: string) => textsOfNote({ title, content }).map((text) => text.title)
  expect(titlesOf('Diario')).toEqual(['Diario (1 de 3)', 'Diario (2 de 3)', 'Diario (3 de 3)'])
  expect(titlesOf('')).toEqual(['(1 de 3)', '(2 de 3)', '(3 de 3)'])
  expect(titlesOf('x'.repeat(500))[2]).toBe(`${'x'.repeat(491)} (3 de 3)`)
})

test('parts of any text are the text again, and none is too long', () => {
  const piece = fc.constantFrom('x', '\n', '😀', FAMILY, 'e\u0301', 'ñ', ' ', '\u0301')
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, fc.integer({ min: 1, max: 90_000 })), { maxLength: 6 }), (runs) => {
      const content = runs.map(([text, count]) => text.repeat(count)).join('')
      const texts = textsOfNote({ content })
      expect(texts.map((text) => text.content).join('') === content).toBe(true)
      for (const text of texts) expect(Array.from(text.content).length).toBeLessThanOrEqual(200_000)
    }),
    { numRuns: 20 },
  )
})
