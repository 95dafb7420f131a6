import { expect, test } from '@playwright/test'
import { normalizedForForm } from '@/lib/domain/note'

const CONTENTS: [name: string, content: string, held: string][] = [
  ['no line end', 'a', 'a'],
  ['line ends of Unix', 'a\n\nb\n', 'a\n\nb\n'],
  ['line ends of Windows', 'a\r\n\r\nb\r\n', 'a\n\nb\n'],
  ['line ends of an old Mac', 'a\r\rb\r', 'a\n\nb\n'],
  ['line ends of all kinds', 'a\rb\r\nc\nd', 'a\nb\nc\nd'],
]

for (const [name, content, held] of CONTENTS) {
  test(`a field holds a content with ${name} as it gives it back`, () => {
    expect(normalizedForForm({ title: 'Compra', content })).toEqual({ title: 'Compra', content: held })
  })
}

const TITLES: [name: string, title: string, held: string][] = [
  ['one line', 'Compra', 'Compra'],
  ['two lines', 'a\nb', 'ab'],
  ['three lines', 'a\nb\r\nc', 'abc'],
  ['line ends at its end', 'a\r\r', 'a'],
]

for (const [name, title, held] of TITLES) {
  test(`a field holds a title of ${name} as it gives it back`, () => {
    expect(normalizedForForm({ title, content: 'Pan' })).toEqual({ title: held, content: 'Pan' })
  })
}
