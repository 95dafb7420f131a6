import { expect, test } from '@playwright/test'
import { foundIn, surveyOf } from '../../support/transfer/entries'

const NOTES = [
  { _id: '1', title: 'uno\ndos', content: 'a\r\nb\rc', file: 'notas/uno dos.md' },
  { _id: '2', title: '', content: '', file: 'notas/Sin título.md' },
  { _id: '3', title: '# x', content: '---\nEtiquetas: casa', file: 'notas/# x.md' },
  { _id: '4', title: 'x'.repeat(600), content: '\ud83d\u0000' },
]

const exactly = ({ title, content }: { title: string; content: string }) => ({
  title,
  content,
  details: [],
  state: 'active',
  isExact: true,
})

const fileOf = (content: unknown, path = 'notas.zip/notas.json') => ({
  path,
  content: JSON.stringify(content),
})

test('notes of our own export are taken exactly as they are, in their order', async () => {
  const survey = await surveyOf([
    fileOf({ format: 'notas', version: 1, exportedAt: '2026-11-21T10:00:00Z', notes: NOTES }),
  ])
  expect(survey).toEqual({
    notes: NOTES.map(exactly),
    formats: [{ name: 'Notas', count: 4 }],
    problems: [],
    otherFiles: [],
  })
})

test('the readable copies in our own export are left out, other files beside it are not', async () => {
  const survey = await surveyOf([
    { path: 'notas.zip/notas/uno dos.md', content: 'a\nb\nc' },
    { path: 'notas.zip/LEEME.txt', content: 'Estas son tus notas.' },
    fileOf({ format: 'notas', version: 1, notes: NOTES }),
    { path: 'Aparte.md', content: 'x' },
  ])
  expect(survey.formats).toEqual([
    { name: 'Notas', count: 4 },
    { name: 'Markdown y texto', count: 1 },
  ])
  const reason = 'Repite notas que ya están en notas.zip/notas.json.'
  const paths = ['notas.zip/notas/uno dos.md', 'notas.zip/LEEME.txt']
  expect(survey.otherFiles).toEqual(paths.map((path) => ({ path, reason })))
})

test('a readable copy is known by its name also where that has its accents apart', async () => {
  const copy = 'notas/Canción.md'
  const { titles } = await foundIn([
    fileOf(
      { format: 'notas', version: 1, notes: [{ title: 'Canción', content: 'x', file: copy }] },
      'notas.json',
    ),
    { path: copy.normalize('NFD'), content: 'x' },
  ])
  expect(titles).toEqual(['Canción'])
})

test('without its list, the readable copies of our own export are read', async () => {
  const { notes } = await surveyOf([{ path: 'notas.zip/notas/Compra.md', content: 'Pan' }])
  expect(notes).toMatchObject([{ title: 'Compra', content: 'Pan' }])
})

test('Markdown in a folder of that name that our own export has not written is read', async () => {
  const { titles, otherFiles } = await foundIn([
    fileOf([{ title: 'Quijote', content: 'Cervantes' }], 'boveda/libros.json'),
    { path: 'boveda/notas/Casa.md', content: 'Llaves' },
    fileOf({ format: 'notas', version: 1, notes: NOTES.slice(1, 2) }, 'copia/notas.json'),
    { path: 'copia/notas/Nueva.md', content: 'Añadida' },
  ])
  expect(titles).toEqual(expect.arrayContaining(['Casa', 'Nueva', 'Quijote']))
  expect(otherFiles).toEqual([])
})

test('notes that two of our own exports have are read once, unless their text has changed', async () => {
  const notes = (content: string) => [
    { _id: '1', title: 'Uno', content: 'a' },
    { _id: '2', title: 'Dos', content },
    { title: 'Sin id', content: '' },
  ]
  const { titles, otherFiles } = await foundIn([
    fileOf({ format: 'notas', version: 1, notes: notes('b') }, 'enero.zip/notas.json'),
    fileOf({ format: 'notas', version: 1, notes: notes('c') }, 'febrero.zip/notas.json'),
  ])
  expect(titles.toSorted()).toEqual(['Dos', 'Dos', 'Sin id', 'Sin id', 'Uno'])
  expect(otherFiles).toEqual([
    ['febrero.zip/notas.json', 'Repite notas que ya están en enero.zip/notas.json.'],
  ])
})

test('a bare list of notes is read', async () => {
  const { notes, formats } = await surveyOf([fileOf(NOTES, 'lista.json')])
  expect(notes).toEqual(NOTES.map(exactly))
  expect(formats).toEqual([{ name: 'Notas', count: 4 }])
})

test('a list without notes is no list of notes', async () => {
  const { otherFiles } = await foundIn([fileOf([], 'a.json'), fileOf([1, 'x'], 'b.json')])
  expect(otherFiles).toEqual(
    ['a.json', 'b.json'].map((path) => [path, 'No contiene notas de un formato conocido.']),
  )
})

test('one damaged note stops none of the others', async () => {
  const notes = [NOTES[0], { title: 'sin contenido' }, null, NOTES[1]]
  const { titles, problems } = await foundIn([fileOf({ format: 'notas', version: 1, notes }, 'notas.json')])
  expect(titles).toEqual([NOTES[0]?.title, ''])
  expect(problems).toEqual([2, 3].map((at) => [`notas.json (nota ${at})`, 'La nota está dañada.']))
})

test('an export of a newer version is refused with a clear sentence', async () => {
  const found = await foundIn([fileOf({ format: 'notas', version: 2, notes: NOTES }, 'notas.json')])
  const problems = [['notas.json', 'Este archivo es de una versión más nueva de Notas.']]
  expect(found).toEqual({ titles: [], problems, otherFiles: [] })
})
