import { expect, test } from '@playwright/test'
import { exportNotes } from '@/lib/transfer/export/export-notes'
import { openFiles } from '@/lib/transfer/formats/archives/open-files'
import type { SourceFile } from '@/lib/transfer/formats/entry'
import { readNotes } from '@/lib/transfer/formats/read-notes'
import { noteTexts } from '@/lib/transfer/formats/select-notes'
import {
  gzipOf,
  joined,
  paxFile,
  sourceFile,
  takeoutFile,
  tarOf,
  type ZipFixture,
  zipOf,
} from '../../support/transfer/archives'
import { inShort } from '../../support/transfer/entries'
import { joplinFile } from '../../support/transfer/joplin'
import { keepFile } from '../../support/transfer/keep'

const NOTION_ID = '0123456789abcdef0123456789abcdef'

const surveyOf = (...files: SourceFile[]) => readNotes((isWanted) => openFiles(files, isWanted))
const foundIn = async (...files: SourceFile[]) => inShort(await surveyOf(...files))
const zip = (path: string, ...files: ZipFixture[]) => sourceFile(path, zipOf(files))

function keepEntry(path: string, title: string) {
  return takeoutFile(path, String(keepFile(path, { title, textContent: 'x' }).content))
}

test('the parts of a Takeout are read together, media and unknown files are listed', async () => {
  const found = await foundIn(
    zip(
      'takeout-001.zip',
      keepEntry('Takeout/Google Notizen/Müll.json', 'Müll'),
      takeoutFile('Takeout/Google Notizen/foto.jpg', 'x'),
      takeoutFile('Takeout/otro.bin', new Uint8Array(100_000)),
      keepEntry('Takeout/Google Notizen/Käse.json', 'Käse'),
    ),
    zip('takeout-002.zip', keepEntry('Takeout/Google Notizen/Brot.json', 'Brot')),
  )
  expect(found).toEqual({
    titles: ['Käse', 'Müll', 'Brot'],
    problems: [],
    otherFiles: [
      ['takeout-001.zip/Takeout/Google Notizen/foto.jpg', 'Es un adjunto: no se importa.'],
      ['takeout-001.zip/Takeout/otro.bin', 'No es un archivo de notas conocido.'],
    ],
  })
})

test('a damaged note in a zip stops none of the others', async () => {
  const files = ['a', 'b', 'c'].map((title) => keepEntry(`${title}.json`, title))
  const found = await foundIn(
    zip('keep.zip', ...files.map((file, at) => (at === 1 ? { ...file, crc: 1 } : file))),
  )
  const problems = [['keep.zip/b.json', 'Está dañado dentro de su archivo y no se puede leer.']]
  expect(found).toEqual({ titles: ['a', 'c'], problems, otherFiles: [] })
})

for (const [name, content] of [
  ['is empty', ''],
  ['holds a web page', '<!DOCTYPE html><title>Inicia sesión</title>'],
] as const) {
  test(`a zip that ${name} is a problem`, async () => {
    const found = await foundIn(sourceFile('Takeout.ZIP', content))
    const problems = [['Takeout.ZIP', 'El archivo está dañado o incompleto. Descárgalo otra vez.']]
    expect(found).toEqual({ titles: [], problems, otherFiles: [] })
  })
}

test('large files that are no notes leave room for the notes after them', async () => {
  const claiming = (name: string, mebibytes: number) => ({
    ...takeoutFile(name, new Uint8Array(100_000)),
    size: mebibytes * 1024 * 1024,
  })
  const mails = [1, 2, 3, 4].map((index) => claiming(`${index}.mbox`, 256))
  const found = await foundIn(zip('todo.zip', ...mails, claiming('5.psd', 300), keepEntry('a.json', 'a')))
  expect(found).toMatchObject({ titles: ['a'], problems: [] })
  expect(found.otherFiles).toHaveLength(5)
})

test('an export of Notion, a zip in a zip, is read', async () => {
  const inner = zipOf([
    { name: `Compra ${NOTION_ID}.md`, content: '# Compra\n\nPan' },
    { name: `Lista ${NOTION_ID}.csv`, content: 'a,b' },
  ])
  const survey = await surveyOf(zip('Export.zip', { name: 'Export-1-Part-1.zip', content: inner }))
  expect(survey.notes).toMatchObject([{ title: 'Compra', content: 'Pan' }])
  expect(survey.otherFiles.map(({ reason }) => reason)).toEqual(['Es una tabla: no se importa.'])
})

test('a JEX with long names and a Takeout as .tgz are read', async () => {
  const { path, content } = joplinFile(1, 'note', { title: 'Compra', body: 'Pan' })
  const keep = keepFile('Takeout/Keep/a.json', { title: 'Llaves', textContent: 'x' })
  const { titles, problems } = await foundIn(
    sourceFile('Notas.jex', tarOf(paxFile(`${'carpeta/'.repeat(30)}${path}`, content))),
    sourceFile('takeout.tgz', gzipOf(tarOf([{ name: keep.path, content: keep.content }]))),
  )
  expect(titles.sort()).toEqual(['Compra', 'Llaves'])
  expect(problems).toEqual([])
})

test('10,000 exported notes are the same notes after they are read', async () => {
  const texts = [
    '',
    '# x',
    '---\ntitle: y\n---',
    'a\r\nb',
    'مرحبا',
    '😀',
    '\u202ea',
    ...'CON Pan pan'.split(' '),
  ]
  const notes = Array.from({ length: 10_000 }, (_, index) => ({
    title: texts[index % texts.length] ?? '',
    content: `${texts[Math.floor(index / 7) % texts.length]}${index % 100 === 0 ? '' : index}`,
  }))
  notes[5] = { title: 'x'.repeat(500), content: '😀'.repeat(100_000) }
  const exported = joined(...exportNotes(notes, new Date()))
  const survey = await surveyOf(sourceFile('notas-2026-11-21.zip', exported))
  expect(survey.notes.flatMap((note) => noteTexts(note, { keepsDates: true }))).toEqual(notes)
  expect(survey.problems).toEqual([])
  expect(survey.formats).toEqual([{ name: 'Notas', count: 10_000 }])
})
