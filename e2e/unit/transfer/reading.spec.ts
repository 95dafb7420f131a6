import { expect, test } from '@playwright/test'
import type { Entry } from '@/packages/note-formats/entry'
import { readEntries } from '@/packages/note-formats/read-entries'
import { ReadError } from '@/packages/note-formats/reason'
import { entryOf, foundIn, surveyOf } from '../../support/transfer/entries'
import { keepFile } from '../../support/transfer/keep'
import { simplenoteFile } from '../../support/transfer/simplenote'

const MEBIBYTE = 1024 * 1024

/** Text file of any size that is never in memory as a whole. */
function largeEntry(path: string, mebibytes: number, start = ''): Entry & { read: () => number } {
  const part = new Uint8Array(MEBIBYTE).fill(32)
  let read = 0
  async function* chunks() {
    yield new TextEncoder().encode(start.padEnd(512))
    for (; read < mebibytes; read++) yield part
  }
  return { path, size: mebibytes * MEBIBYTE, modifiedAt: 0, chunks, read: () => read }
}

function failingEntry(path: string, cause: Error): Entry {
  async function* chunks() {
    yield new TextEncoder().encode('Pan')
    throw cause
  }
  return { path, size: 3, modifiedAt: 0, chunks }
}

test('files that cannot be read stop none of the others, and a defect is logged', async () => {
  const defect = new TypeError('x is undefined')
  const logged: unknown[] = []
  const { warn } = console
  console.warn = (cause) => logged.push(cause)
  const { titles, problems } = await foundIn([
    { path: 'notas.zip', reason: 'password-needed' },
    { path: 'a.md', content: '' },
    failingEntry('b.md', new ReadError('cut-off')),
    failingEntry('c.md', defect),
    { path: 'd.md', content: '' },
  ])
  console.warn = warn
  expect(logged).toEqual([defect])
  expect(titles).toEqual(['a', 'd'])
  expect(problems).toEqual([
    ['notas.zip', 'El archivo tiene contraseña. Descomprímelo y elige lo que contiene.'],
    ['b.md', 'El archivo está incompleto: falta el final.'],
    ['c.md', 'El archivo está dañado o incompleto.'],
  ])
})

const LIMITS: [path: string, start: string, mebibytes: number, reason: string][] = [
  ['a.md', '', 65, 'Ocupa más de 64 MB.'],
  ['a.html', '', 65, 'Ocupa más de 64 MB.'],
  ['a.json', '{', 257, 'Ocupa más de 256 MB.'],
]

for (const [path, start, mebibytes, reason] of LIMITS) {
  test(`${path} of ${mebibytes} MiB is refused as soon as it is too large`, async () => {
    const file = largeEntry(path, 1000, start)
    const survey = await surveyOf([file, { path: 'b.md', content: '' }])
    expect(survey.problems).toEqual([{ path, reason }])
    expect(survey.notes).toHaveLength(1)
    expect(file.read()).toBeLessThan(mebibytes)
  })
}

test('a text of exactly 8 MiB is read', async () => {
  const content = `${'x'.repeat(127)}\n`.repeat(8 * 8192)
  expect((await surveyOf([{ path: 'a.md', content }])).problems).toEqual([])
})

for (const path of ['a.md', 'a.html']) {
  test(`${path} with 9 MiB of pictures is read, and with 9 MiB of text it is not`, async () => {
    const line = 'iVBORw0K'.repeat(9)
    const data = `data:image/png;base64,${line.repeat((4 * MEBIBYTE) / 72)}${`\n${line}`.repeat((5 * MEBIBYTE) / 73)}`
    const picture = path.endsWith('md') ? `![](${data})` : `<img src="${data}">`
    const read = (content: string) => surveyOf([entryOf({ path, content }, MEBIBYTE)])
    const { notes } = await read(`Pan ${picture} y vino`)
    expect(notes).toMatchObject([{ content: 'Pan [adjunto: imagen] y vino' }])
    const { problems } = await read('Pan y vino '.repeat(MEBIBYTE))
    expect(problems).toEqual([{ path, reason: 'Ocupa más de 8 MB.' }])
  })
}

test('an unknown file is not read beyond its beginning', async () => {
  const file = largeEntry('disco.iso', 200)
  const survey = await surveyOf([file])
  expect(survey.otherFiles).toEqual([{ path: 'disco.iso', reason: 'No es un archivo de notas conocido.' }])
  expect(file.read()).toBe(0)
})

test('no more than 1 GiB is read in all', async () => {
  const lists = ['1', '2', '3', '4', '5'].map((name) => largeEntry(`${name}.json`, 300, '{'))
  const survey = await surveyOf([...lists, { path: 'b.md', content: '' }])
  expect(survey.problems.map(({ reason }) => reason)).toEqual([
    ...Array(4).fill('Ocupa más de 256 MB.'),
    'Los archivos contienen más de 1 GB de texto. Impórtalos por partes.',
  ])
})

test('notes of several formats are read together, the last edited first', async () => {
  const survey = await surveyOf([
    { path: 'a.md', content: '', modifiedAt: Date.UTC(2023, 7, 1, 11) },
    keepFile('Keep/b.json', { title: 'b', textContent: '' }),
    simplenoteFile('notes.json', [{ content: 'c', lastModified: '2023-08-01T12:00:00.000Z' }]),
  ])
  expect(survey.notes.map(({ title }) => title)).toEqual(['c', 'a', 'b'])
  expect(survey.formats).toEqual([
    { name: 'Markdown y texto', count: 1 },
    { name: 'Google Keep', count: 1 },
    { name: 'Simplenote', count: 1 },
  ])
})

test('progress tells how many notes are found', async () => {
  const progress: number[] = []
  const files = ['a.md', 'b.md'].map((path) => entryOf({ path, content: 'x' }))
  await readEntries(
    async function* () {
      yield* files
      yield entryOf(simplenoteFile('notes.json', [{ content: 'c' }, { content: 'd' }]))
    },
    { onProgress: (notes) => progress.push(notes) },
  )
  expect(progress).toEqual([1, 2, 4])
})
