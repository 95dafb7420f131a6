import { randomBytes } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { readNotes } from '@/packages/note-formats'
import { zipEntries } from '@/packages/note-formats/archives/zip-entries'
import type { SourceFile } from '@/packages/note-formats/entry'
import {
  ENCRYPTED,
  joined,
  sourceFile,
  takeoutFile,
  UTF8_NAME,
  unicodePath,
  type ZipFixture,
  zipOf,
} from '../../support/transfer/archives'
import { readEntries, readFiles } from '../../support/transfer/read-entries'

const DAMAGED = 'El archivo está dañado o incompleto. Descárgalo otra vez.'
const ENTRY_DAMAGED = 'Está dañado dentro de su archivo y no se puede leer.'
const PASSWORD = 'El archivo tiene contraseña. Descomprímelo y elige lo que contiene.'
const UNKNOWN_METHOD =
  'Está comprimido de una forma que aquí no se puede leer. Descomprime el archivo y elige lo que contiene.'
const TOO_MANY = 'El archivo contiene más de 200.000 archivos. Descomprímelo e impórtalo por partes.'
const GONE = 'El archivo ha cambiado o ya no se puede leer. Elígelo otra vez.'

const all = () => true
const readZip = (bytes: Uint8Array) => readFiles([sourceFile('a.zip', bytes)])
const good: ZipFixture = { name: 'buena.txt', content: 'Pan' }

/** Long enough to be inflated in parts. */
const LONG = Array.from({ length: 40_000 }, (_, line) => `${(line * 7919) % 40_009} líneas\n`).join('')

const READ: [name: string, file: ZipFixture, path: string, text: string][] = [
  ['a deflated file', good, 'buena.txt', 'Pan'],
  ['a stored file', { ...good, method: 0 }, 'buena.txt', 'Pan'],
  ['an empty file', { name: 'vacía.txt' }, 'vacía.txt', ''],
  ['an empty stored file', { name: 'vacía.txt', method: 0 }, 'vacía.txt', ''],
  ['an empty file of Google', takeoutFile('vacía.txt', ''), 'vacía.txt', ''],
  ['a long deflated file', { name: 'larga.txt', content: LONG }, 'larga.txt', LONG],
  ['a long stored file', { name: 'larga.txt', content: LONG, method: 0 }, 'larga.txt', LONG],
  ['a file of Google', takeoutFile('Takeout/Notizen/ñ.json', '{}'), 'Takeout/Notizen/ñ.json', '{}'],
  ['a name in UTF-8', { ...good, name: 'ñ.txt', flags: UTF8_NAME }, 'ñ.txt', 'Pan'],
  ['a name in UTF-8 that does not say so', { ...good, name: 'ñ.txt' }, 'ñ.txt', 'Pan'],
  ['a name in windows-1252', { ...good, name: Buffer.from('canción.txt', 'latin1') }, 'canción.txt', 'Pan'],
  [
    'a name with letters that its code page lacks',
    { ...good, name: '900 _.txt', extra: unicodePath('900 €.txt', '900 _.txt') },
    '900 €.txt',
    'Pan',
  ],
  [
    'a name that was changed without its extra field',
    { ...good, name: 'nueva.txt', extra: unicodePath('vieja.txt') },
    'nueva.txt',
    'Pan',
  ],
  ['a name of a zip folder in Windows', { ...good, name: Buffer.from('\xa2.txt', 'latin1') }, 'ó.txt', 'Pan'],
  ['a name that leads out of its folder', { ...good, name: '../../a.txt' }, '../../a.txt', 'Pan'],
]

for (const [name, file, path, text] of READ) {
  for (const isZip64 of [false, true]) {
    test(`${name} is read${isZip64 ? ' from a Zip64 archive' : ''}`, async () => {
      const zip = zipOf([file, good], { isZip64, comment: 'PK\x05\x06' })
      expect(await readZip(zip)).toEqual({ [`a.zip/${path}`]: text, 'a.zip/buena.txt': 'Pan' })
    })
  }
}

const DAMAGED_FILES: [name: string, file: ZipFixture, reason: string][] = [
  ['with a wrong checksum', { name: 'mala.txt', content: 'Pan', crc: 1 }, ENTRY_DAMAGED],
  ['stored with a wrong checksum', { name: 'mala.txt', content: 'Pan', method: 0, crc: 1 }, ENTRY_DAMAGED],
  ['shorter than it says', { name: 'mala.txt', content: 'Pan', size: 4 }, ENTRY_DAMAGED],
  ['longer than it says', { name: 'mala.txt', content: 'Pan', size: 2 }, ENTRY_DAMAGED],
  ['long and longer than it says', { name: 'mala.txt', content: LONG, size: 9 }, ENTRY_DAMAGED],
  ['cut off', { name: 'mala.txt', content: LONG, compressedSize: 50_000 }, ENTRY_DAMAGED],
  ['said to be empty', emptied({ name: 'mala.txt', content: 'Pan' }), ENTRY_DAMAGED],
  ['said to be empty, of Google', emptied(takeoutFile('mala.txt', 'P')), ENTRY_DAMAGED],
  ['that reaches into the next', { name: 'mala.txt', content: 'Pan', compressedSize: 50 }, ENTRY_DAMAGED],
  ['far beyond the end', { name: 'mala.txt', content: 'Pan', offset: 1_000_000 }, ENTRY_DAMAGED],
  ['with a password', { name: 'mala.txt', content: 'Pan', flags: ENCRYPTED }, PASSWORD],
  ['compressed with Deflate64', { name: 'mala.txt', content: 'Pan', method: 9 }, UNKNOWN_METHOD],
]

for (const [name, file, reason] of DAMAGED_FILES) {
  test(`a file ${name} fails alone`, async () => {
    const found = await readZip(zipOf([good, file, { ...good, name: 'otra.txt' }]))
    expect(found).toEqual({ 'a.zip/buena.txt': 'Pan', 'a.zip/mala.txt': reason, 'a.zip/otra.txt': 'Pan' })
  })
}

test('files that overlap are not read', async () => {
  const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ ...good, name, offset: 0 }))
  const found = await readZip(zipOf(files))
  expect(Object.values(found).filter((text) => text === ENTRY_DAMAGED)).toHaveLength(2)
})

test('a file said to be beyond the end, and not wanted, harms no other', async () => {
  const far = { name: 'foto.bin', content: 'x', offset: 1_000_000 }
  const found = await readFiles([sourceFile('a.zip', zipOf([far, good]))], (path) => path.endsWith('.txt'))
  expect(found).toEqual({ 'a.zip/buena.txt': 'Pan' })
})

test('files are read whatever their order in the directory', async () => {
  const length = Buffer.from(zipOf([{ ...good, name: 'a.txt' }])).indexOf('PK\x01\x02')
  const files = [
    { ...good, name: 'a.txt', offset: length },
    { ...good, name: 'b.txt', offset: 0 },
  ]
  expect(await readZip(zipOf(files))).toEqual({ 'a.zip/b.txt': 'Pan', 'a.zip/a.txt': 'Pan' })
})

for (const method of [0, 8]) {
  test(`a file longer than it says is not read to its end, method ${method}`, async () => {
    const content = randomBytes(12 * 1024 * 1024)
    const { file, reads } = counted(
      sourceFile('a.zip', zipOf([{ name: 'mala.txt', content, method, size: 9 }])),
    )
    expect(await readFiles([file])).toEqual({ 'a.zip/mala.txt': ENTRY_DAMAGED })
    expect(total(reads)).toBeLessThan(5 * 1024 * 1024)
  })
}

test('a directory that says to be very long is not read', async () => {
  const zeros = 150 * 1024 * 1024
  const zip = zipOf([good], { start: zeros })
  new DataView(zip.buffer).setUint32(zip.length - 10, 140 * 1024 * 1024, true)
  await expect(zipEntries(sourceFile('a.zip', zip, zeros), all)).rejects.toThrow('too-many-entries')
})

const DAMAGED_ZIPS: [name: string, zip: Uint8Array, reason: string][] = [
  ['cut off', zipOf([good]).subarray(0, -1), DAMAGED],
  ['of nothing', zipOf([]), DAMAGED],
  ['cut off in a file', zipOf([good]).subarray(0, 40), DAMAGED],
  ['with a directory of something else', zipOf([good]).map((byte) => (byte === 2 ? 9 : byte)), DAMAGED],
  ['of more than 200,000 files', manyFiles(200_001), TOO_MANY],
  ['with a password', zipOf([{ ...good, flags: ENCRYPTED }, takeoutFile('a/', '')]), PASSWORD],
]

for (const [name, zip, reason] of DAMAGED_ZIPS) {
  test(`a zip ${name} is one problem`, async () => {
    expect(await readZip(zip)).toEqual({ 'a.zip': reason })
  })
}

test('200,000 files are not too many', async () => {
  let count = 0
  await zipEntries(sourceFile('a.zip', manyFiles(200_000)), () => ++count < 0)
  expect(count).toBe(200_000)
})

test('a file beyond 512 MB, and one beyond 4 GB, are read', async () => {
  for (const { start, isZip64 } of [
    { start: 600 * 1024 * 1024, isZip64: false },
    { start: 5 * 1024 * 1024 * 1024, isZip64: true },
  ]) {
    const zip = sourceFile('a.zip', zipOf([good], { start, isZip64 }), start)
    expect(await readEntries(await zipEntries(zip, all))).toEqual({ 'a.zip/buena.txt': 'Pan' })
  }
})

test('10,000 files are read with few reads, each of at most 4 MB', async () => {
  const files = Array.from({ length: 10_000 }, (_, index) => ({
    name: `${index}.txt`,
    content: String(index).repeat(300),
    method: 0,
  }))
  const { file, reads } = counted(sourceFile('a.zip', zipOf(files)))
  const found = await readFiles([file])
  expect(Object.keys(found)).toHaveLength(10_000)
  expect(found['a.zip/9999.txt']).toBe('9999'.repeat(300))
  expect(reads.length).toBeLessThan(10)
  expect(Math.max(...reads)).toBeLessThanOrEqual(4 * 1024 * 1024)
})

test('files that are not wanted are not read, in a stored zip in a zip neither', async () => {
  const photo = { name: 'foto.bin', content: Buffer.alloc(12_000_000), method: 0 }
  const zip = zipOf([good, photo, { ...good, name: 'otra.txt' }])
  const isWanted = (path: string) => path.endsWith('.txt')
  for (const bytes of [zip, zipOf([{ name: 'b.zip', content: zip, method: 0 }])]) {
    const { file, reads } = counted(sourceFile('a.zip', bytes))
    expect(Object.values(await readFiles([file], isWanted))).toEqual(['Pan', 'Pan'])
    expect(total(reads)).toBeLessThan(5_000_000)
  }
})

for (const method of [0, 8]) {
  test(`a zip at the root of a zip is opened, method ${method}`, async () => {
    const inner = zipOf([good, { name: 'b.zip', content: zipOf([good]) }])
    const outer = zipOf([
      { name: 'Parte-1.zip', content: inner, method },
      { name: 'notas/c.zip', content: inner },
    ])
    const found = await readFiles([sourceFile('a.zip', outer)], (path) => path.endsWith('.txt'))
    expect(found).toEqual({ 'a.zip/Parte-1.zip/buena.txt': 'Pan' })
  })
}

test('a damaged zip in a zip is a problem of its own', async () => {
  const found = await readZip(
    zipOf([{ name: 'Parte-1.zip', content: 'PK' }, { name: 'Parte-2.zip', content: 'b', crc: 1 }, good]),
  )
  expect(found).toEqual({
    'a.zip/Parte-1.zip': DAMAGED,
    'a.zip/Parte-2.zip': ENTRY_DAMAGED,
    'a.zip/buena.txt': 'Pan',
  })
})

test('a stored zip in a zip that reaches beyond itself is damaged', async () => {
  const file = { name: 'Parte-1.zip', content: 'x', method: 0, size: 50 }
  expect(await readZip(zipOf([file, good]))).toEqual({
    'a.zip/Parte-1.zip': ENTRY_DAMAGED,
    'a.zip/buena.txt': 'Pan',
  })
})

test('files of zips in a zip are counted together', { tag: '@slow' }, async () => {
  const inner = { content: manyFiles(150_000) }
  const zip = zipOf([
    { name: 'Parte-1.zip', ...inner },
    { name: 'Parte-2.zip', ...inner },
  ])
  expect(await readFiles([sourceFile('a.zip', zip)], () => false)).toEqual({
    'a.zip/Parte-2.zip': 'El archivo contiene más de 200.000 archivos. Descomprímelo e impórtalo por partes.',
  })
})

test('a zip of more than 512 MB in a zip is not read', async () => {
  const inner = { name: 'Parte-1.zip', content: 'b', size: 512 * 1024 * 1024 + 1 }
  expect(await readZip(zipOf([inner]))).toEqual({
    'a.zip/Parte-1.zip': 'Ocupa más de 512 MB. Descomprime el archivo y elige este.',
  })
})

test('a zip that changes while it is read is a problem, and so is one that has vanished', async () => {
  const file = sourceFile('a.zip', zipOf([good]))
  const gone = { ...file, read: () => Promise.reject(new DOMException('', 'NotReadableError')) }
  expect(await readFiles([gone, { ...file, size: file.size + 1 }])).toEqual({ 'a.zip': GONE })

  let reads = 0
  const changing: SourceFile = {
    ...file,
    read: (...span) => (++reads > 3 ? gone.read() : file.read(...span)),
  }
  expect(await readFiles([changing])).toEqual({ 'a.zip/buena.txt': GONE })
})

test('more than 256 MB in one file are refused before they are read', async () => {
  const claiming = (name: string, size: number) => ({ name, content: 'Pan', size })
  const files = [claiming('x.txt', 256 * 1024 * 1024 + 1), claiming('y.txt', 256 * 1024 * 1024), good]
  expect(await readZip(zipOf(files))).toEqual({
    'a.zip/x.txt': 'Ocupa más de 256 MB.',
    'a.zip/y.txt': ENTRY_DAMAGED,
    'a.zip/buena.txt': 'Pan',
  })
})

test('a symbolic link is left out: its content is a path', async () => {
  const link = { name: 'enlace.md', content: '../otra.md', mode: 0o120777 }
  expect(await readZip(zipOf([link, { ...good, mode: 0o100644 }]))).toEqual({ 'a.zip/buena.txt': 'Pan' })
})

test('what systems and tools add is left out, unasked', async () => {
  const ofSystems = '__MACOSX/a.txt __MACOSX/._a.txt a/._b.txt a/.DS_Store Thumbs.db ._c.zip a/'.split(' ')
  const ofTools =
    '.obsidian/plugins/x/README.md a/.stversions/b~1.md .git/description.txt a/logseq/bak/b.md'.split(' ')
  const names = [...ofSystems, ...ofTools]
  const asked: string[] = []
  const files = [...names.map((name) => (name === 'a/' ? { name } : { ...good, name })), good]
  const chosen = [
    sourceFile('a.zip', zipOf(files)),
    sourceFile('.DS_Store', 'x'),
    sourceFile('b/._c.txt', 'x'),
  ]
  const found = await readFiles(chosen, (path) => asked.push(path) > 0)
  expect(found).toEqual({ 'a.zip/buena.txt': 'Pan' })
  expect(asked).toEqual(['a.zip/buena.txt'])
})

test('documents of applications, which are zips, are not opened', async () => {
  const document = zipOf([good])
  const files = ['a.docx', 'b.sdocx', 'c.pages'].map((path) => sourceFile(path, document))
  const { notes, otherFiles } = await readNotes(files)
  expect([notes, otherFiles.map(({ path, reason }) => [path, reason])]).toEqual([
    [],
    files.map(({ path }) => [path, 'document']),
  ])
})

test('files are opened by what they hold, and several archives together', async () => {
  const files = [
    sourceFile('parte-001.zip', zipOf([good])),
    sourceFile('descarga', zipOf([good])),
    sourceFile('nota.md', 'Leche'),
    sourceFile('no es un zip.zip', '<!DOCTYPE html><title>Inicia sesión</title>'),
    sourceFile('Vacío.ZIP', ''),
    sourceFile('vacío', ''),
  ]
  expect(await readFiles(files)).toEqual({
    'parte-001.zip/buena.txt': 'Pan',
    'descarga/buena.txt': 'Pan',
    'nota.md': 'Leche',
    'no es un zip.zip': DAMAGED,
    'Vacío.ZIP': DAMAGED,
    vacío: '',
  })
})

/** Record of a file whose checksum and sizes are lost. */
function emptied(file: ZipFixture): ZipFixture {
  return { ...file, method: 0, crc: 0, size: 0, compressedSize: 0 }
}

/** Directory of empty files, all of them at the same place. */
function manyFiles(count: number): Uint8Array {
  const zip = zipOf([{ name: 'a', method: 0 }])
  const end = zip.subarray(-22)
  const record = Buffer.from(zip.subarray(31, -22))
  const directory = Buffer.alloc(record.length * count, record)
  const ending = Buffer.from(end)
  ending.writeUInt16LE(count % 0x10000, 10)
  ending.writeUInt32LE(directory.length, 12)
  return joined(zip.subarray(0, 31), directory, ending)
}

function counted(file: SourceFile) {
  const reads: number[] = []
  const read = (start: number, end: number) => {
    reads.push(end - start)
    return file.read(start, end)
  }
  return { file: { ...file, read }, reads }
}

function total(lengths: number[]): number {
  return lengths.reduce((sum, length) => sum + length, 0)
}
