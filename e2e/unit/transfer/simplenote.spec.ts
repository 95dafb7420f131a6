import { expect, test } from '@playwright/test'
import { foundIn, surveyOf } from '../../support/transfer/entries'
import { simplenoteFile } from '../../support/transfer/simplenote'

const DATES = { creationDate: '2023-07-28T23:59:59.000Z', lastModified: '2023-08-01T10:00:00.000Z' }
const DAYS = { createdOn: '2023-07-28', editedOn: '2023-08-01' }

const CONTENTS: [name: string, content: string, title: string, rest: string][] = [
  ['with line ends of Windows', 'Compra\r\n\r\nPan\r\nLeche\r\n', 'Compra', 'Pan\nLeche\n'],
  ['without a blank line', 'Compra\r\nPan', 'Compra', 'Pan'],
  ['with two blank lines', 'Compra\n\n\nPan', 'Compra', '\nPan'],
  ['with a title alone', 'Compra', 'Compra', ''],
  ['that is empty', '', '', ''],
]

for (const [name, content, title, rest] of CONTENTS) {
  test(`a note ${name} is read`, async () => {
    const survey = await surveyOf([simplenoteFile('notes.json', [{ id: '1', content, ...DATES }])])
    expect(survey).toEqual({
      notes: [{ title, content: rest, details: [], state: 'active', ...DAYS }],
      formats: [{ name: 'Simplenote', count: 1 }],
      problems: [],
      otherFiles: [],
    })
  })
}

test('tags and the trash are kept, and the last edited note is the first', async () => {
  const { notes } = await surveyOf([
    simplenoteFile(
      'x/source/notes.json',
      [
        { content: 'vieja', ...DATES, lastModified: '2023-01-01T00:00:00Z', tags: ['cocina', 'casa'] },
        { content: 'nueva', ...DATES, lastModified: '2024-01-01T00:00:00Z', pinned: true },
      ],
      [{ content: 'borrada', ...DATES }],
    ),
  ])
  expect(notes).toMatchObject([
    { title: 'nueva', details: [], state: 'active' },
    { title: 'borrada', state: 'trashed' },
    { title: 'vieja', details: ['Etiquetas: cocina, casa'], state: 'active' },
  ])
})

test('dates of older exports are seconds', async () => {
  const seconds = Date.UTC(2015, 4, 6) / 1000
  const { notes } = await surveyOf([
    simplenoteFile('notes.json', [
      { content: 'a', creationDate: seconds, modificationDate: String(seconds + 86_400) },
    ]),
  ])
  expect(notes).toMatchObject([{ createdOn: '2015-05-06', editedOn: '2015-05-07' }])
})

const REPEATED = 'Repite notas que ya están en notes.zip/a/source/notes.json.'

test('the text files that repeat the notes are left out, those of other folders and of inner ones are not', async () => {
  const found = await foundIn([
    { path: 'notes.zip/a/Compra.txt', content: 'Compra\r\n\r\nPan\r\n\r\nTags:\r\n  casa' },
    { path: 'notes.zip/a/trash/Vieja.txt', content: 'Vieja' },
    simplenoteFile('notes.zip/a/source/notes.json', [
      { content: 'Compra\r\n\r\nPan', tags: ['casa'], ...DATES },
    ]),
    { path: 'Aparte.txt', content: 'x' },
    { path: 'notes.zip/a/diario/Lunes.txt', content: 'x' },
  ])
  expect(found).toEqual({
    titles: ['Compra', 'Aparte', 'Lunes'],
    problems: [],
    otherFiles: [
      ['notes.zip/a/Compra.txt', REPEATED],
      ['notes.zip/a/trash/Vieja.txt', REPEATED],
    ],
  })
})

test('text files that were chosen with a bare notes.json are notes', async () => {
  const found = await foundIn([
    simplenoteFile('notes.json', [{ content: 'Llaves', ...DATES }]),
    { path: 'Aparte.txt', content: 'x' },
    { path: 'otras.zip/Compra.txt', content: 'x' },
  ])
  expect(found).toEqual({ titles: ['Llaves', 'Aparte', 'Compra'], problems: [], otherFiles: [] })
})

test('one damaged note stops none of the others', async () => {
  const file = simplenoteFile('notes.json', [{ content: 'a' }, null, { content: 5 }], [{ content: 'b' }])
  const { notes, problems } = await surveyOf([file])
  expect(notes).toMatchObject([{ title: 'a' }, { title: 'b', state: 'trashed' }])
  expect(problems).toEqual([
    { path: 'notes.json (nota 2)', reason: 'La nota está dañada.' },
    { path: 'notes.json (nota 3)', reason: 'La nota está dañada.' },
  ])
})
