import { setTimeout } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { type ByteStream, parseList } from '@/lib/api/json-list'

const same = (item: unknown) => item
const streamOf = (json: string) => new Blob([json]).stream() as ByteStream
const parsed = async (json: string) => (await parseList(streamOf(json), same)).items

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

test('a list is parsed unchanged, with spaces and without', async () => {
  for (const [name, list] of LISTS) {
    for (const spaces of [0, 2]) expect(await parsed(JSON.stringify(list, null, spaces)), name).toEqual(list)
  }
})

test('the bytes of a list are kept', async () => {
  const json = ` ${JSON.stringify(manyNotes(() => 'añ€😀'))}\n`
  expect(await new Blob((await parseList(streamOf(json), same)).json).text()).toBe(json)
})

test('separators that come in several chunks are found', async () => {
  const list = manyNotes(String, 'Pan').slice(0, 10)
  for (const length of [1, 2, 3, 7]) {
    const parts = await partsOf([...chunksOf(JSON.stringify(list), length).slice(0, -1), new Error('reset')])
    expect(parts.at(-1), `chunks of ${length}`).toHaveLength(list.length - 1)
  }
})

test('a long list whose notes end in no text is searched once', async () => {
  const list = manyNotes(String, 'Pan, leche y huevos. '.repeat(300)).map(({ _id, ...text }) => ({
    ...text,
    _id: 1,
  }))
  const chunks = chunksOf(JSON.stringify(list), 1_000)
  const stream = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const since = performance.now()
  await parseList(stream, same)
  expect(performance.now() - since).toBeLessThan(3_000)
})

test('a letter that comes in several chunks is whole', async () => {
  const json = JSON.stringify([{ _id: '1', title: 'ñ€😀', content: '' }])
  const stream = new ReadableStream({
    start(controller) {
      for (const byte of new TextEncoder().encode(json)) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const { items } = await parseList(stream, same)
  expect(items).toEqual([{ _id: '1', title: 'ñ€😀', content: '' }])
})

test('parts are reported while a list is on its way, each twice as long, and none twice', async () => {
  const list = manyNotes((position) => `Nota ${position}`)
  const parts = await partsOf(chunksOf(JSON.stringify(list), 4_000))
  expect(parts.length).toBeGreaterThan(3)
  for (const [index, part] of parts.entries()) {
    expect(part).toEqual(list.slice(0, part.length))
    expect(part.length).toBeGreaterThan(2 * (parts[index - 1]?.length ?? 0))
  }
})

test('a list that comes at once has no parts', async () => {
  expect(await partsOf([JSON.stringify(manyNotes(String))])).toEqual([])
})

test('all notes that came before a stream broke off are reported, and parsing fails', async () => {
  const list = manyNotes((position) => `Nota ${position}`)
  const chunks = chunksOf(JSON.stringify(list), 100_000).slice(0, 4)
  const parts = await partsOf([...chunks, new Error('reset')])
  expect(parts.at(-1)?.length).toBe(chunks.join('').split('"},{"').length - 1)
  expect(parts.at(-1)).toEqual(list.slice(0, parts.at(-1)?.length))
})

test('a list without its end fails, with its notes reported', async () => {
  const parts = await partsOf([JSON.stringify(manyNotes(String)).slice(0, -1)])
  expect(parts.map(({ length }) => length)).toEqual([1999])
})

test('parseList maps each item, in the order of the list', async () => {
  const list = manyNotes((position) => `Nota ${position}`)
  const titleOf = (item: unknown) => (item as { title: string }).title
  const { items } = await parseList(streamOf(JSON.stringify(list)), titleOf)
  expect(items).toEqual(list.map(({ title }) => title))
})

test('what is no list fails', async () => {
  const long = [`[${'{"title":"a"},'.repeat(50_000)}`, `{"notes":"${'a'.repeat(300_000)}"}`]
  for (const text of ['', 'nada', '{}', 'null', '[', ...long])
    await expect(parsed(text), text.slice(0, 20)).rejects.toThrow()
})

function chunksOf(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
    text.slice(at * length, (at + 1) * length),
  )
}

/** Sends the chunks some time apart, or breaks the stream off, and returns what was reported meanwhile. */
async function partsOf(chunks: (string | Error)[]): Promise<unknown[][]> {
  const parts: unknown[][] = []
  const stream = new ReadableStream({
    async pull(controller) {
      const chunk = chunks.shift()
      if (chunk instanceof Error) controller.error(chunk)
      else if (chunk === undefined) controller.close()
      else {
        controller.enqueue(new TextEncoder().encode(chunk))
        if (chunks.length > 0) await setTimeout(2)
      }
    },
  })
  await parseList(stream, same, (items) => parts.push(items)).catch(() => {})
  return parts
}
