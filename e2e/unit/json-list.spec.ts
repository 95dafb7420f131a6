import { expect, test } from '@playwright/test'
import { parseList } from '@/lib/api/json-list'
import { parseInSlices } from '@/lib/api/json-list-slices'

const same = (item: unknown) => item
const blobOf = (json: string) => new Blob([json])

/** A list longer than several slices. */
function manyNotes(title: (position: number) => string, content = 'Pan, leche y huevos. '.repeat(20)) {
  return Array.from({ length: 2000 }, (_, position) => ({
    _id: String(position),
    title: title(position),
    content,
  }))
}

const LISTS: [name: string, list: unknown[]][] = [
  ['no notes', []],
  ['one note', [{ _id: '1', title: 'Compra', content: 'Pan' }]],
  ['many notes', manyNotes((position) => `Nota ${position}`)],
  ['texts full of the separator of notes', manyNotes(() => '"},{"', '"},{" \\"},{\\" '.repeat(30))],
  ['titles that are the separator of notes', manyNotes(() => '},{')],
  ['contents that end in a backslash', manyNotes(() => '\\', `${'\\'.repeat(501)}`)],
  [
    'identifiers that are numbers, at the end of each note',
    manyNotes(String).map(({ _id, ...text }) => ({ ...text, _id: Number(_id) })),
  ],
  ['letters of two, three and four bytes', manyNotes(() => 'ñ€😀', 'añ€😀'.repeat(101))],
  ['lists in a list', [manyNotes(String)]],
]

for (const [name, list] of LISTS) {
  for (const spaces of [0, 2]) {
    test(`${name}, written with ${spaces} spaces, is parsed unchanged`, async () => {
      expect(await parseList(blobOf(JSON.stringify(list, null, spaces)), same)).toEqual(list)
    })
  }
}

test('a long list is parsed in slices', async () => {
  const list = manyNotes((position) => `Nota ${position}`)
  expect(await parseInSlices(blobOf(` ${JSON.stringify(list)}\n`), JSON.parse)).toEqual(list)
})

test('parseList maps each item, in the order of the list', async () => {
  const list = manyNotes((position) => `Nota ${position}`)
  const titles = await parseList(blobOf(JSON.stringify(list)), (item) => (item as { title: string }).title)
  expect(titles).toEqual(list.map(({ title }) => title))
})

for (const text of [
  '',
  'nada',
  '{}',
  'null',
  '[',
  `[${'{"title":"a"},'.repeat(50_000)}`,
  `{"notes":"${'a'.repeat(300_000)}"}`,
]) {
  test(`${JSON.stringify(text.slice(0, 20))} (${text.length} characters) is not a list`, async () => {
    await expect(parseList(blobOf(text), same)).rejects.toThrow()
  })
}
