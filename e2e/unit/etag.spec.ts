import { expect, test } from '@playwright/test'
import { listNotes } from '@/lib/api/note-list'
import { getNote } from '@/lib/api/notes'
import { setApiHost } from './api-host'

setApiHost()

const CASES: [
  name: string,
  headers: Record<string, string>,
  ofNote: string | undefined,
  ofList: string | null,
][] = [
  ['a host without ETags', {}, undefined, null],
  ['a host with a strong ETag', { ETag: '"1"' }, '"1"', '"1"'],
  ['a host with a weak ETag', { ETag: 'W/"1"' }, undefined, 'W/"1"'],
  ['a host with an ETag without quotes', { ETag: '1' }, undefined, '1'],
  ['our host, whose ETag was made weak', { ETag: 'W/"1"', 'Notas-ETag': '"1"' }, '"1"', '"1"'],
  ['our host, whose ETag was extended', { ETag: '"1-gzip"', 'Notas-ETag': '"1"' }, '"1"', '"1"'],
  ['our host, whose ETag was left out', { 'Notas-ETag': '"1"' }, '"1"', '"1"'],
]

for (const [name, headers, ofNote, ofList] of CASES) {
  test(`the version of a note and of the list is known from ${name}`, async () => {
    globalThis.fetch = async (url) =>
      new Response(/notes$/.test(String(url)) ? '[]' : '{"title":"","content":""}', { headers })
    expect([(await getNote('token', '42')).etag, (await listNotes('token')).etag]).toEqual([ofNote, ofList])
  })
}
