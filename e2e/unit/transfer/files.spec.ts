import { expect, test } from '@playwright/test'
import { MAX_LENGTHS } from '@/lib/domain/note-limits'
import type { SourceFile } from '@/packages/note-formats/entry'
import { exportNotes } from '@/packages/note-formats/export/export-notes'
import { readNotes } from '@/packages/note-formats/read-notes'
import { noteTexts } from '@/packages/note-formats/select-notes'
import { joined, sourceFile, takeoutFile, type ZipFixture, zipOf } from '../../support/transfer/archives'
import { inShort, inWords } from '../../support/transfer/entries'
import { keepFile } from '../../support/transfer/keep'

const surveyOf = async (...files: SourceFile[]) => inWords(await readNotes(files))
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
  expect(survey.notes.flatMap((note) => noteTexts(note, { keepsOrigin: true, limits: MAX_LENGTHS }))).toEqual(
    notes,
  )
  expect(survey.problems).toEqual([])
  expect(survey.formats).toEqual([{ name: 'Notas', count: 10_000 }])
})
