import { expect, test } from '@playwright/test'
import type { ByteStream } from '@/lib/api/json-list'
import { parseNotes } from '@/lib/api/note-list'
import { type Note, rawTextOf } from '@/lib/domain/note'
import { compactingNotes } from '@/lib/notes/compact-notes'

const CONTENTS = {
  empty: '',
  'with letters of one byte': 'Riego los martes',
  'with a symbol': 'Son 45 € al mes…',
  'with an emoji': '👩‍🍳 a las ocho',
  'that begins with a byte-order mark': '\ufeffRiego',
  'with half a surrogate pair': 'Riego \ud83d los martes',
  'with NUL': 'a\0b',
  'as long as a note may be': '€'.repeat(200_000),
}

for (const [name, content] of Object.entries(CONTENTS)) {
  test(`a compact note has its content: ${name}`, () => {
    const compact = compactingNotes(0)
    const notes = [noteWith('Antes…'), noteWith(content), noteWith('Después…')].map(compact)
    expect(notes.map((note) => note.content)).toEqual(['Antes…', content, 'Después…'])
  })
}

test('compact notes of many buffers have their contents', () => {
  const contents = Array.from({ length: 3000 }, (_, at) => `${at} € `.repeat(at % 300))
  const notes = contents.map(noteWith).map(compactingNotes(0))
  expect(notes.map(({ content }) => content)).toEqual(contents)
})

test('a compact note has both its text in a form and that of the host', () => {
  const raw = { title: 'Pan\ny vino', content: 'Uno €\r\nDos\rTres' }
  const note = compactingNotes(0)({ _id: '1', title: 'Pany vino', content: 'Uno €\nDos\nTres', raw })
  expect(note).toMatchObject({ _id: '1', title: 'Pany vino', content: 'Uno €\nDos\nTres' })
  // A record is cloned into the database, which takes no getters along.
  expect(structuredClone(rawTextOf(note))).toEqual(raw)
})

test('the first notes of a list stay as they are', () => {
  const compact = compactingNotes(2)
  const notes = ['Uno', 'Dos', 'Tres'].map(noteWith)
  expect(notes.map((note) => compact(note) === note)).toEqual([true, true, false])
})

test('a list that is kept holds no content as a string', async () => {
  const json = JSON.stringify([noteWith('Son 45 € al mes…')])
  const stream = new Blob([json]).stream() as ByteStream
  const { items } = await parseNotes(stream, { keep: compactingNotes(0) })
  expect(items[0]?.content).toBe('Son 45 € al mes…')
  expect(Object.values(items[0] ?? {})).not.toContain('Son 45 € al mes…')
})

function noteWith(content: string): Note {
  return { _id: '1', title: 'Plantas', content }
}
