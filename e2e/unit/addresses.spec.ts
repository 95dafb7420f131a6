import { expect, test } from '@playwright/test'
import { parseBasePath, parseOrigin } from '@/lib/domain/deployment.mjs'
import { noteIdAt, notePath } from '@/lib/domain/note'

const IDS = [
  '42',
  'a b',
  'ñandú',
  'a.b',
  'a/b',
  'a%b',
  'a?b#c',
  '0c0b4c87-0bad-4a2e-860a-89497a243409',
  '日本',
  '👩‍👧',
]

for (const id of IDS) {
  test(`the path of the note ${JSON.stringify(id)} contains its id`, () => {
    expect(noteIdAt(notePath(id))).toBe(id)
    expect(noteIdAt(`${notePath(id)}/`)).toBe(id)
  })
}

for (const path of [
  '/',
  '/notas',
  '/note-editor',
  '/note-editor/',
  '/note-editor/a/b',
  '/x/note-editor/a',
  '',
]) {
  test(`${JSON.stringify(path)} is not the path of a note`, () => {
    expect(noteIdAt(path)).toBeNull()
  })
}

test('a path with an invalid percent-encoding contains the id unchanged', () => {
  expect(noteIdAt('/note-editor/100%')).toBe('100%')
})

for (const path of ['', '/app', '/a/b', '/~me/notas-2.0']) {
  test(`${JSON.stringify(path)} is a valid base path`, () => {
    expect(parseBasePath('BASE_PATH', path)).toBe(path)
  })
}

for (const path of ['app', '/app/', '/', '/a b', ' /app', '/a//b', '/ñ', '/a?b', '//evil.example']) {
  test(`${JSON.stringify(path)} is not a valid base path`, () => {
    expect(() => parseBasePath('BASE_PATH', path)).toThrow(/^BASE_PATH must be .*\.$/)
  })
}

for (const origin of ['', 'https://api.example.com', 'http://127.0.0.1:4000', 'http://[::1]:4000']) {
  test(`${JSON.stringify(origin)} is a valid API host`, () => {
    expect(parseOrigin('NEXT_PUBLIC_API_HOST', origin)).toBe(origin)
  })
}

for (const origin of [
  'api.example.com',
  'https://api.example.com/',
  'https://api.example.com/v1',
  'ftp://a.b',
  'https://',
  'https://a b',
  '*',
]) {
  test(`${JSON.stringify(origin)} is not a valid API host`, () => {
    expect(() => parseOrigin('NEXT_PUBLIC_API_HOST', origin)).toThrow(/^NEXT_PUBLIC_API_HOST must be .*\.$/)
  })
}
