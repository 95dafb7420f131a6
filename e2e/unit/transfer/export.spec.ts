import assert from 'node:assert/strict'
import { expect, test } from '@playwright/test'
import type { Note } from '@/lib/domain/note'
import { exportName } from '@/lib/transfer/export/export-name'
import { zipEntries } from '@/packages/note-formats/archives/zip-entries'
import { exportNotes } from '@/packages/note-formats/export/export-notes'
import { fileNames } from '@/packages/note-formats/export/file-names'
import { StoredFile, zipOf } from '@/packages/note-formats/export/zip-writer'
import { fc } from '../../support/properties'
import { joined, sourceFile } from '../../support/transfer/archives'
import { readFiles } from '../../support/transfer/read-entries'

const AT = new Date(2026, 10, 21, 9, 5)

const note = (title: string, content = ''): Note => ({ _id: title, title, content })

/** Texts of the files in the zip of these notes, by path. */
function exported(notes: Iterable<{ title: string; content: string }>): Promise<Record<string, string>> {
  return readFiles([sourceFile('zip', joined(...exportNotes(notes, AT)))])
}

const LEEME = `notas.json contiene todas tus notas tal como son: para recuperarlas, importa este zip en Notas.
La carpeta notas tiene el texto de cada una en un archivo que se abre con cualquier editor.
Guarda este zip en un lugar seguro, porque cualquiera que lo abra puede leer tus notas.
`

test('an export holds the notes in the order of the list, each also as a file', async () => {
  const files = await exported([note('Compra', '- [ ] Pan\r\n- [x] Té'), note('', '🌱'), note('Compra')])
  expect(files).toEqual({
    'zip/notas/Compra.md': '- [ ] Pan\r\n- [x] Té',
    'zip/notas/Sin título.md': '🌱',
    'zip/notas/Compra (2).md': '',
    'zip/notas.json': expect.any(String),
    'zip/LEEME.txt': LEEME,
  })
  expect(JSON.parse(files['zip/notas.json'] ?? '')).toEqual({
    format: 'notas',
    version: 1,
    exportedAt: AT.toISOString(),
    notes: [
      { ...note('Compra', '- [ ] Pan\r\n- [x] Té'), file: 'notas/Compra.md' },
      { ...note('', '🌱'), file: 'notas/Sin título.md' },
      { ...note('Compra'), file: 'notas/Compra (2).md' },
    ],
  })
})

test('an export of no notes, and one of notes without ids, can be read', async () => {
  expect(JSON.parse((await exported([]))['zip/notas.json'] ?? '').notes).toEqual([])
  const { notes } = JSON.parse((await exported([{ title: 'a', content: 'b' }]))['zip/notas.json'] ?? '')
  expect(notes).toEqual([{ title: 'a', content: 'b', file: 'notas/a.md' }])
})

test('whatever the notes hold, notas.json holds exactly that', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('\ud83c', '\udf31', '\r', '\n', '\0', '"') }),
  )
  const anyNotes = fc.array(fc.record({ _id: text, title: text, content: text }, { noNullPrototype: true }), {
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(anyNotes, async (notes) => {
      const files = await exported(notes)
      const read = JSON.parse(files['zip/notas.json'] ?? '').notes as (Note & { file: string })[]
      assert.deepEqual(
        read.map(({ file: _, ...rest }) => rest),
        notes,
      )
      for (const { file, content } of read) assert.equal(files[`zip/${file}`], content.toWellFormed())
    }),
  )
})

test('70,000 notes, more than a zip can list without Zip64, come back', { tag: '@slow' }, async () => {
  function* manyNotes() {
    for (let index = 0; index < 70_000; index++) yield note(index % 2 ? 'Compra' : `Nota ${index}`, 'Pan')
  }
  const chunks = [...exportNotes(manyNotes(), AT)]
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(300_000)
  const files = await readFiles([sourceFile('zip', joined(...chunks))])
  expect(Object.keys(files)).toHaveLength(70_002)
  expect(files['zip/notas/Compra (35000).md']).toBe('Pan')
  expect(JSON.parse(files['zip/notas.json'] ?? '').notes[69_999].title).toBe('Compra')
})

test('Zip64 records are written for 65,535 files and more', () => {
  function files(count: number) {
    return Array.from({ length: count }, () => new StoredFile('a'))
  }
  const plain = Buffer.from(joined(...zipOf(files(65_534), AT)))
  expect(plain.readUInt16LE(plain.length - 12)).toBe(65_534)
  expect(plain.readUInt32LE(plain.length - 42)).not.toBe(0x07064b50)

  const long = Buffer.from(joined(...zipOf(files(65_535), AT)))
  expect(long.readUInt16LE(long.length - 12)).toBe(0xffff)
  expect(long.readUInt32LE(long.length - 42)).toBe(0x07064b50)
  const record = Number(long.readBigUInt64LE(long.length - 34))
  expect(long.readUInt32LE(record)).toBe(0x06064b50)
  expect(long.readBigUInt64LE(record + 32)).toBe(65_535n)
})

test('files in an export have UTF-8 names, their sizes before their content, and the time', async () => {
  const zip = Buffer.from(joined(...exportNotes([note('ñ', 'Pan')], AT)))
  expect(zip.readUInt16LE(6)).toBe(0x0800)
  expect([zip.readUInt32LE(18), zip.readUInt32LE(22)]).toEqual([3, 3])
  const entries = await zipEntries(sourceFile('zip', zip), () => true)
  expect(entries.map(({ modifiedAt }) => modifiedAt)).toEqual([AT.getTime(), AT.getTime(), AT.getTime()])
})

test('an export of more than 4 GB fails, before all of it is written', () => {
  function* files() {
    const file = new StoredFile('a.md')
    file.size = 0xffffffff
    yield file
    throw new Error('asked for more')
  }
  expect(() => [...zipOf(files(), AT)]).toThrow('The notes have more than 4 GB, which a zip cannot hold.')
})

test('the local date is in the name of the zip', () => {
  expect(exportName(new Date(2026, 0, 5, 0, 0))).toBe('notas-2026-01-05.zip')
  expect(exportName(new Date(2026, 10, 21, 23, 59))).toBe('notas-2026-11-21.zip')
})

const LONG = 'a'.repeat(200)
const FAMILY = '👨‍👩‍👧‍👦' // 25 bytes

const NAMES: [name: string, titles: string[], files: string[]][] = [
  ['plain titles', ['Lista de la compra', 'Año 🌱'], ['Lista de la compra.md', 'Año 🌱.md']],
  ['no title', ['', '  ', '...'], ['Sin título.md', 'Sin título (2).md', 'Sin título (3).md']],
  ['composed and decomposed letters', ['ñ', 'n\u0303'], ['ñ.md', 'ñ (2).md']],
  ['forbidden characters', ['a/b\\c:d*e?f"g<h>i|j\nk\u007f'], ['a-b-c-d-e-f-g-h-i-j-k-.md']],
  ['half an emoji', ['a\ud83c'], ['a-.md']],
  ['dots and spaces at the ends', [' ..a. b. '], ['a. b.md']],
  ['a way out of the folder', ['../../a'], ['-..-a.md']],
  ['devices', ['CON', 'con.txt', 'lpt9 .x'], ['CON_.md', 'con_.txt.md', 'lpt9_ .x.md']],
  ['other devices', ['COM1', 'NUL'], ['COM1_.md', 'NUL_.md']],
  ['what only begins like a device', ['console', 'com10', 'aux a'], ['console.md', 'com10.md', 'aux a.md']],
  ['names that differ in case', ['Pan', 'PAN'], ['Pan.md', 'PAN (2).md']],
  ['a letter that is two in capitals', ['ß', 'SS', 'ẞ'], ['ß.md', 'SS (2).md', 'ẞ (3).md']],
  ['titles that look numbered', ['a (2)', 'a', 'A', 'a'], ['a (2).md', 'a.md', 'A (3).md', 'a (4).md']],
  ['120 bytes', ['a'.repeat(117), 'a'.repeat(117)], [`${'a'.repeat(117)}.md`, `${'a'.repeat(113)} (2).md`]],
  ['more than 120 bytes', [LONG], [`${'a'.repeat(117)}.md`]],
  ['a grapheme within the limit', [`${'a'.repeat(92)}${FAMILY}`], [`${'a'.repeat(92)}${FAMILY}.md`]],
  ['a grapheme beyond the limit', [`${'a'.repeat(93)}${FAMILY}`], [`${'a'.repeat(93)}.md`]],
  ['one grapheme of more than 120 bytes', [`a${'\u0301'.repeat(100)}`], ['Sin título.md']],
  ['a device before a grapheme too long', [`conb${'\u0301'.repeat(100)}`], ['con_.md']],
  ['a space at the cut', [`${'a'.repeat(116)} b`], [`${'a'.repeat(116)}.md`]],
]

for (const [name, titles, files] of NAMES) {
  test(`names of files: ${name}`, () => {
    expect(titles.map(fileNames('.md', 'Sin título'))).toEqual(files)
  })
}

test('names of files are safe and differ, whatever the titles', () => {
  const title = fc.string({
    unit: fc.constantFrom(...'aAñ. /', 'n\u0303', '(2)', 'con', FAMILY, '\ud83c', '\u0301', LONG),
    maxLength: 6,
  })
  fc.assert(
    fc.property(fc.array(title, { maxLength: 30 }), (titles) => {
      const names = titles.map(fileNames('.md', 'Sin título'))
      assert.equal(new Set(names.map((name) => name.toLowerCase())).size, titles.length)
      for (const name of names) {
        assert.ok(Buffer.byteLength(name) <= 120)
        assert.match(name, /^[^\s./\\][^/\\]*\.md$/)
        assert.doesNotMatch(name, /^con\s*\./i)
        assert.ok(name.isWellFormed() && name === name.normalize('NFC'))
      }
    }),
  )
})
