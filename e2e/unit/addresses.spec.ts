import { expect, test } from '@playwright/test'
import { parseBasePath, parseOrigin } from '@/lib/domain/deployment.mjs'
import { noteIdAt, notePath } from '@/lib/domain/note'

const UUID = '0c0b4c87-0bad-4a2e-860a-89497a243409'
const IDS = ['42', 'a b', 'ñandú', 'a.b', 'a/b', 'a%b', 'a?b#c', UUID, '日本', '👩‍👧']
const OTHER_PATHS = [
  '/',
  '/notas',
  '/note-editor',
  '/note-editor/',
  '/note-editor/a/b',
  '/x/note-editor/a',
  '',
]

test('the path of a note contains its id', () => {
  for (const id of IDS) {
    expect(noteIdAt(notePath(id))).toBe(id)
    expect(noteIdAt(`${notePath(id)}/`)).toBe(id)
  }
  for (const path of OTHER_PATHS) expect(noteIdAt(path), path).toBeNull()
  // An invalid percent-encoding stays as it is.
  expect(noteIdAt('/note-editor/100%')).toBe('100%')
})

const PATHS = ['', '/app', '/a/b', '/~me/notas-2.0', '/.notas/...']
const WRONG_PATHS = [
  'app',
  '/app/',
  '/',
  '/a b',
  ' /app',
  '/a//b',
  '/ñ',
  '/a?b',
  '/..',
  '/a/./b',
  '//evil.example',
  'https://a.b/app',
]

test('a base path begins with a slash and does not end with one', () => {
  for (const path of PATHS) expect(parseBasePath('BASE_PATH', path)).toBe(path)
  for (const path of WRONG_PATHS)
    expect(() => parseBasePath('BASE_PATH', path), path).toThrow(/^BASE_PATH must be .*\.$/)
})

const ORIGINS = [
  '',
  'https://api.example.com',
  'http://127.0.0.1:4000',
  'http://[::1]:4000',
  'https://mi_host:8443',
]
const WRONG_ORIGINS = [
  'api.example.com',
  'https://api.example.com/',
  'https://api.example.com/v1',
  'ftp://a.b',
  'https://',
  'https://a b',
  '*',
  'null',
  'https://*',
  ...[...`"'\`;{},*()<>&$!+=~\\`].map((character) => `https://a${character}b.example`),
  'https://a"+alert`1`+"',
]

test('an API host is an origin', () => {
  for (const origin of ORIGINS) expect(parseOrigin('API', origin)).toBe(origin)
  for (const origin of WRONG_ORIGINS)
    expect(() => parseOrigin('API', origin), origin).toThrow(/^API must be .*\.$/)
})
