import { expect, test } from '@playwright/test'
import { type DeletedNote, emptyTrash, eraseNote, restoreNote } from '@/lib/notes/trash'
import { getWrites, readJournal } from '@/lib/writes/journal'
import { setApiHost } from '../api-host'
import { startBrowser } from './browser'
import { TEXT } from './records'

setApiHost()

const deletedNote = (_id: string, deletedAt = 1) => ({ _id, ...TEXT, deletedAt })

/** A host whose trash has the notes. Returns its calls other than listings. */
async function startHost(trash: DeletedNote[], answer: (call: string) => Response): Promise<string[]> {
  await startBrowser()
  await readJournal()
  const calls: string[] = []
  globalThis.fetch = async (url, { method = 'GET', headers } = {}) => {
    const { pathname } = new URL(String(url))
    if (method === 'GET') return Response.json(pathname === '/api/trash' ? trash : [])
    const condition = new Headers(headers).get('If-Match') ?? ''
    const call = `${method} ${pathname} ${condition}`.trim()
    calls.push(call)
    return answer(call)
  }
  return calls
}

const nothing = () => new Response(null, { status: 204 })
const gatewaysOwn = () => new Response('404 page not found', { status: 404 })

test('a trash is emptied as it was listed, with one call', async () => {
  const calls = await startHost([], nothing)
  const left = await emptyTrash({ notes: [deletedNote('n1')], etag: '"1"', days: 30 })
  expect(left.notes).toEqual([])
  expect(calls).toEqual(['DELETE /api/trash "1"'])
})

for (const [name, etag, status] of [
  ['has changed', '"1"', 412],
  ['has no version', undefined, 204],
] as const)
  test(`of a trash that ${name}, only what was listed goes`, async () => {
    const shown = ['n1', 'n2', 'n3'].map((id) => deletedNote(id))
    const now = [deletedNote('n1'), deletedNote('n2', 2), deletedNote('n4', 2)]
    const calls = await startHost(now, (call) =>
      call.includes('/api/trash ') ? new Response('{}', { status }) : nothing(),
    )
    await emptyTrash({ notes: shown, etag, days: 30 })
    expect(calls.filter((call) => !call.includes('/api/trash '))).toEqual(['DELETE /api/trash/n1'])
    expect(calls.some((call) => call.startsWith('DELETE /api/trash '))).toBe(etag !== undefined)
  })

for (const [name, act] of [
  ['an erasure', eraseNote],
  ['a restore', restoreNote],
] as const)
  test(`${name} that is answered with 404 has found the note gone only if the trash lacks it`, async () => {
    await startHost([deletedNote('n1')], gatewaysOwn)
    await expect(act(deletedNote('n1'))).rejects.toThrow('404')
    await startHost([], gatewaysOwn)
    expect(await act(deletedNote('n1'))).toBe(false)
  })

test('a restore that is answered with nothing shows the text of the trash', async () => {
  await startHost([deletedNote('n1')], nothing)
  expect(await restoreNote(deletedNote('n1'))).toBe(true)
  expect(getWrites()).toMatchObject([{ kind: 'restore', text: TEXT }])
})
