import { expect, test } from '@playwright/test'
import { normalizedForForm } from '@/lib/domain/note'

const CONTENTS: [name: string, content: string, normalized: string][] = [
  ['no line end', 'a', 'a'],
  ['line ends of Unix', 'a\n\nb\n', 'a\n\nb\n'],
  ['line ends of Windows', 'a\r\n\r\nb\r\n', 'a\n\nb\n'],
  ['line ends of an old Mac', 'a\r\rb\r', 'a\n\nb\n'],
  ['line ends of all kinds', 'a\rb\r\nc\nd', 'a\nb\nc\nd'],
]

test('a content is normalized as a text area does', () => {
  for (const [name, content, normalized] of CONTENTS)
    expect(normalizedForForm({ title: 'Compra', content }), name).toEqual({
      title: 'Compra',
      content: normalized,
    })
})

const TITLES: [name: string, title: string, normalized: string][] = [
  ['one line', 'Compra', 'Compra'],
  ['two lines', 'a\nb', 'ab'],
  ['three lines', 'a\nb\r\nc', 'abc'],
  ['line ends at its end', 'a\r\r', 'a'],
]

test('a title is normalized as an input does', () => {
  for (const [name, title, normalized] of TITLES)
    expect(normalizedForForm({ title, content: 'Pan' }), name).toEqual({ title: normalized, content: 'Pan' })
})
