import { expect, test } from '@playwright/test'
import { openFiles } from '@/packages/note-formats/archives/open-files'
import {
  gzipOf,
  joined,
  paxFile,
  sourceFile,
  type TarFixture,
  tarOf,
  zipOf,
} from '../../support/transfer/archives'
import { readFiles } from '../../support/transfer/read-entries'

const DAMAGED = 'El archivo está dañado o incompleto. Descárgalo otra vez.'
const ENTRY_DAMAGED = 'Está dañado dentro de su archivo y no se puede leer.'
const LONG_NAME = `${'carpeta muy larga/'.repeat(10)}canción.md`

const files: TarFixture[] = [
  { name: 'carpeta/', type: '5' },
  { name: 'carpeta/pan.md', content: 'Pan' },
  { name: 'leche.md', prefix: 'otra/carpeta', content: 'L'.repeat(512) },
  ...paxFile(LONG_NAME, 'Huevos'),
  { name: '././@LongLink', type: 'L', content: `gnu/${LONG_NAME}\0` },
  { name: 'gnu/', content: 'Sal' },
  { name: 'global', type: 'g', content: '16 comment=hola\n' },
  { name: 'enlace.md', type: '2' },
  { name: 'vacía.md' },
  { name: 'vieja.md', type: '\0', content: 'Té' },
  { name: 'vieja/', type: '\0' },
]

const TEXTS = {
  'carpeta/pan.md': 'Pan',
  'otra/carpeta/leche.md': 'L'.repeat(512),
  [LONG_NAME]: 'Huevos',
  [`gnu/${LONG_NAME}`]: 'Sal',
  'vacía.md': '',
  'vieja.md': 'Té',
}

const within = (archive: string) =>
  Object.fromEntries(Object.entries(TEXTS).map(([path, text]) => [`${archive}/${path}`, text]))

test('a tar archive is read, with long names of three kinds', async () => {
  expect(await readFiles([sourceFile('notas.jex', tarOf(files))])).toEqual(within('notas.jex'))
})

test('a compressed tar archive is read, together with others', async () => {
  const archives = [sourceFile('a.tgz', gzipOf(tarOf(files))), sourceFile('b', tarOf(files))]
  expect(await readFiles(archives)).toEqual({ ...within('a.tgz'), ...within('b') })
})

test('files of a tar archive that are not wanted, and those of systems, are left out', async () => {
  const archive = tarOf([{ name: '._pan.md' }, { name: 'foto.bin', content: 'x'.repeat(5000) }, ...files])
  const found = await readFiles([sourceFile('notas.tar', archive)], (path) => !path.endsWith('.bin'))
  expect(found).toEqual(within('notas.tar'))
})

test('sizes and times of pax headers, and sizes in binary, are read', async () => {
  const pax = { name: 'PaxHeader', type: 'x', content: '10 size=3\n19 mtime=1500000.5\n' }
  const sal = { name: 'sal.md', content: 'Sal', hasBinarySize: true }
  const file = sourceFile('a.tar', tarOf([pax, { name: 'pan.md', content: 'Pan', size: 9 }, sal]))
  expect(await readFiles([file])).toEqual({ 'a.tar/pan.md': 'Pan', 'a.tar/sal.md': 'Sal' })

  const times: unknown[] = []
  for await (const item of openFiles([file], () => true)) times.push('size' in item && item.modifiedAt)
  expect(times).toEqual([1_500_000_500, 1_760_788_800_000])
})

test('a tar archive of more than 200,000 files is one problem', { tag: '@slow' }, async () => {
  const block = tarOf([{ name: 'a' }])
  const archive = joined(Buffer.alloc(200_000 * 512, block.subarray(0, 512)), block)
  expect(await readFiles([sourceFile('a.tar', archive)], () => false)).toEqual({
    'a.tar': 'El archivo contiene más de 200.000 archivos. Descomprímelo e impórtalo por partes.',
  })
  expect(await readFiles([sourceFile('a.tar', archive.subarray(512))], () => false)).toEqual({})
})

const good: TarFixture = { name: 'pan.md', content: 'Pan' }
const DAMAGED_ARCHIVES: [name: string, bytes: Uint8Array][] = [
  ['cut off in a file', tarOf([good, { name: 'sal.md', content: 'x'.repeat(5000) }]).subarray(0, 3000)],
  ['cut off after a file', tarOf([good]).subarray(0, 1024)],
  ['with a damaged header', tarOf([good, good]).fill(65, 1024, 1100)],
  ['with a name of 2 MB', tarOf([good, { name: 'x', type: 'L', content: 'x'.repeat(2_000_000) }, good])],
  ['with a wrong size', tarOf([good, { name: 'sal.md', size: 100_000 }])],
  ['with a pax size of letters', tarOf([good, { name: 'x', type: 'x', content: '10 size=x\n' }, good])],
  [
    'with a pax size that is not whole',
    tarOf([good, { name: 'x', type: 'x', content: '12 size=0.5\n' }, good]),
  ],
  [
    'with a pax header of digits',
    tarOf([good, { name: 'x', type: 'x', content: '2a'.repeat(500_000) }, good]),
  ],
  [
    'with a pax header of length zero',
    tarOf([good, { name: 'x', type: 'x', content: '0path=pan.md' }, good]),
  ],
  ['with a pax header that is none', tarOf([good, { name: 'x', type: 'x', content: 'hola' }, good])],
]

for (const [name, bytes] of DAMAGED_ARCHIVES) {
  for (const path of ['a.tar', 'a.tgz']) {
    test(`${path} ${name}: what precedes the damage is read`, async () => {
      const file = sourceFile(path, path === 'a.tgz' ? gzipOf(bytes) : bytes)
      expect(await readFiles([file])).toEqual({ [`${path}/pan.md`]: 'Pan', [path]: DAMAGED })
    })
  }
}

test('a compressed tar archive that is cut off or damaged is a problem', async () => {
  const content = Array.from({ length: 50_000 }, (_, line) => `${(line * 7919) % 50_021}\n`).join('')
  const bytes = gzipOf(tarOf([{ name: 'pan.md', content }]))
  const broken = bytes.map((byte, at) => (at > 5000 && at < 5100 ? 0xff : byte))
  const archives = [sourceFile('a.tgz', bytes.subarray(0, -1000)), sourceFile('b.tgz', broken)]
  expect(await readFiles(archives)).toEqual({ 'a.tgz': DAMAGED, 'b.tgz': DAMAGED })
})

test('a compressed file that is no archive, or an empty one, is a problem', async () => {
  const files = [sourceFile('nota.md.gz', gzipOf('Pan')), sourceFile('vacío.tgz', gzipOf(tarOf([])))]
  expect(await readFiles(files)).toEqual({ 'nota.md.gz': DAMAGED, 'vacío.tgz': DAMAGED })
})

test('a file of more than 256 MB in a tar archive is refused before it is read', async () => {
  const archive = tarOf([{ name: 'grande.json', content: 'x', size: 256 * 1024 * 1024 + 1 }])
  const found = await readFiles([sourceFile('a.tar', archive)])
  expect(found).toEqual({ 'a.tar': DAMAGED, 'a.tar/grande.json': 'Ocupa más de 256 MB.' })
})

test('a path of more than 4,096 characters is a problem of its own, in a tar archive and in a zip', async () => {
  const longest = `${'a'.repeat(4096 - 'a/.md'.length)}.md`
  const tooLong = `b${longest}`
  const found = { 'a/pan.md': 'Pan', [`a/${longest}`]: 'Sal', [`a/${tooLong}`.slice(0, 4096)]: ENTRY_DAMAGED }
  const tar = tarOf([...paxFile(longest, 'Sal'), ...paxFile(tooLong, 'Sal'), good])
  const zip = zipOf([{ name: longest, content: 'Sal' }, { name: tooLong }, good])
  for (const bytes of [tar, zip]) expect(await readFiles([sourceFile('a', bytes)])).toEqual(found)
})

test('600 MB of other files in a tar archive are passed over', async () => {
  const hole = 600 * 1024 * 1024
  const header = tarOf([{ name: 'foto.bin', size: hole }]).subarray(0, 512)
  const { size, read } = sourceFile('', tarOf([good]), hole)
  const file = { path: 'a.tar', size: size + 512, modifiedAt: 0, read: readAfter(header, read) }
  expect(await readFiles([file], (path) => path.endsWith('.md'))).toEqual({ 'a.tar/pan.md': 'Pan' })
})

/** Reads a file that has a header before it. */
function readAfter(header: Uint8Array, read: (start: number, end: number) => Promise<Uint8Array>) {
  return async (start: number, end: number) => {
    const rest = await read(Math.max(0, start - header.length), Math.max(0, end - header.length))
    return joined(header.subarray(start, end), rest)
  }
}
