import * as door from '@notas/note-formats'
import { expect, test } from '@playwright/test'
import { joined, sourceFile } from '../../support/transfer/archives'
import { enexNote, enexOf } from '../../support/transfer/enex'
import { keepFile } from '../../support/transfer/keep'
import { readFiles } from '../../support/transfer/read-entries'

const { exportNotes, matchNotes, readNotes, resultOf, selectNotes } = door

const SELECTION = { archived: true, trashed: true, keepsOrigin: true }

test('the package has six names', () => {
  expect(Object.keys(door).sort()).toEqual([
    'exportNotes',
    'matchNotes',
    'noteKey',
    'readNotes',
    'resultOf',
    'selectNotes',
  ])
})

test('words that are written into notes can be given, each alone', async () => {
  const { content } = keepFile('', { title: 'a', textContent: 'x', labels: [{ name: 'casa' }] })
  const secret = enexNote({ title: 'b', enml: '<en-crypt>x</en-crypt>', source: 'http://b.es/' })
  const files = [sourceFile('a.json', content), sourceFile('b.enex', enexOf(secret))]
  const { notes } = await readNotes(files, { words: { labels: 'Labels', encryptedText: '[secret]' } })
  const words = { createdOn: 'Created', editedOn: 'Edited' }
  expect(resultOf(selectNotes(notes, { ...SELECTION, words })).map(({ text }) => text.content)).toEqual([
    '[secret]\n\n---\nCuaderno: b\nEnlace: http://b.es/\nCreated: 2023-07-28 · Edited: 2023-08-01',
    'x\n\n---\nLabels: casa\nEdited: 2023-08-01',
  ])
})

test('words of an export can be given, each alone', async () => {
  const zip = joined(...exportNotes([{ title: '', content: 'x' }], new Date(), { untitled: 'Untitled' }))
  const files = await readFiles([sourceFile('zip', zip)])
  expect(Object.keys(files).sort()).toEqual(['zip/LEEME.txt', 'zip/notas.json', 'zip/notas/Untitled.md'])
})

test('without limits a note of any length is one note', () => {
  const note = { title: 'x'.repeat(1000), content: 'y'.repeat(300_000) }
  const sources = selectNotes([{ ...note, details: [], state: 'active' }], SELECTION)
  expect(resultOf(sources).map(({ text }) => text)).toEqual([note])
})

test('without a way to normalize them only equal texts match', () => {
  const source = { text: { title: 'a', content: 'b\r\nc' } }
  const match = (content: string) => resultOf(matchNotes([source], [{ title: 'a', content }])).size
  expect([match('b\r\nc'), match('b\nc')]).toEqual([1, 0])
})
