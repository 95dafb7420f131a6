import { listNotes } from '@/lib/api/note-list'
import { getNote } from '@/lib/api/notes'
import { emptyTrash, listTrash } from '@/lib/api/trash'
import { createNote } from '@/lib/api/write-note'
import type { LoadedNote } from '@/lib/domain/note'
import { newImportUndo, newReplacement } from '@/lib/writes/new-write'
import { send } from '@/lib/writes/send'
import { call, type User } from '../support/api-client'
import { expect, test } from '../support/api-fixtures'
import {
  type CompressingProxy,
  missingProxy,
  startCompressingProxy,
} from '../support/servers/compressing-proxy'
import type { ServerProcess } from '../support/servers/process'

/** ETag that each makes of "7" where it compresses. */
const SEEN: Record<CompressingProxy, string> = {
  nginx: 'W/"7"',
  Apache: '"7-gzip"',
  Caddy: '"7"',
  'one that appends': '"7-gzip"',
}

const TITLE = 'Compra'
/** Long enough for each proxy to compress it, and too short for the host. */
const CONTENT = `Pan\nLeche\nHuevos\n${'Una línea como otra\n'.repeat(30)}`

for (const name of Object.keys(SEEN) as CompressingProxy[]) {
  test.describe(`behind a proxy that compresses, ${name}`, () => {
    const reason = missingProxy(name)
    test.skip(reason !== undefined && !process.env.CI, reason ?? '')

    let proxy: ServerProcess

    test.beforeEach(async ({ host, folder }) => {
      proxy = await startCompressingProxy(name, folder, host)
      process.env.NEXT_PUBLIC_API_HOST = proxy.origin
    })

    // Hosts that other tests start inherit this environment.
    test.afterEach(async () => {
      delete process.env.NEXT_PUBLIC_API_HOST
      await proxy.stop()
    })

    test("a note is edited, and another device's edit is merged, asked about and not deleted", async ({
      user,
    }) => {
      const { id = '', etag } = await createNote(user.token, { title: TITLE, content: CONTENT })
      const opened = await getNote(user.token, id)
      expect(opened.etag).toBe(etag)
      expect(await save(user, id, opened, ['Pan', 'Pan integral'])).toMatchObject({ is: 'done' })
      expect(await firstLines(user)).toBe('Pan integral\nLeche\nHuevos')

      const again = await getNote(user.token, id)
      await changeElsewhere(user, id, ['Huevos', 'Seis huevos'])
      expect(await save(user, id, again, ['Pan integral', 'Pan de centeno'])).toMatchObject({ is: 'done' })
      expect(await firstLines(user)).toBe('Pan de centeno\nLeche\nSeis huevos')

      const last = await getNote(user.token, id)
      await changeElsewhere(user, id, ['Seis huevos', 'Ocho huevos'])
      expect(await save(user, id, last, ['Seis huevos', 'Sin huevos'])).toMatchObject({ is: 'conflict' })
      expect(await firstLines(user)).toBe('Pan de centeno\nLeche\nOcho huevos')

      expect(await remove(user, id, last.etag)).toMatchObject({ is: 'outdated' })
      expect(await remove(user, id, (await getNote(user.token, id)).etag)).toMatchObject({ is: 'done' })
      expect(await user.listNotes()).toEqual([])
    })

    test('an unchanged list is a 304, and the trash is emptied only as it was shown', async ({ user }) => {
      const ids = [await user.addNote(TITLE, CONTENT), await user.addNote('Recados')]
      const { etag } = await listNotes(user.token)
      await expect(listNotes(user.token, String(etag))).rejects.toMatchObject({ status: 304 })
      await user.call('DELETE', `/api/notes/${ids[0]}`)
      expect((await listNotes(user.token, String(etag))).notes).toHaveLength(1)

      const shown = await listTrash(user.token)
      await user.call('DELETE', `/api/notes/${ids[1]}`)
      await expect(emptyTrash(user.token, shown.etag)).rejects.toMatchObject({ status: 412 })
      await emptyTrash(user.token, (await listTrash(user.token)).etag)
      expect((await listTrash(user.token)).notes).toEqual([])
    })

    test('a front end that knows the ETag alone sends back what it has got', async ({ user }) => {
      const id = await user.addNote(TITLE, CONTENT)
      const options = { token: user.token, headers: { 'Accept-Encoding': 'gzip' } }
      const etagAt = async (path: string) => {
        const { headers } = await call(proxy, 'GET', path, options)
        expect(headers['content-encoding'], path).toBe('gzip')
        const version = String(headers['notas-etag']).slice(1, -1)
        expect(headers.etag, path).toBe(SEEN[name].replace('7', version))
        return String(headers.etag)
      }
      const known = { ...options.headers, 'If-None-Match': await etagAt('/api/notes') }
      expect((await call(proxy, 'GET', '/api/notes', { ...options, headers: known })).status).toBe(304)

      const condition = { 'If-Match': await etagAt(`/api/notes/${id}`) }
      const json = { title: TITLE, content: 'Pan' }
      const change = (method: 'PUT' | 'DELETE') =>
        call(proxy, method, `/api/notes/${id}`, {
          token: user.token,
          headers: condition,
          ...(method === 'PUT' && { json }),
        })
      expect((await change('PUT')).status).toBe(200)
      expect([(await change('PUT')).status, (await change('DELETE')).status]).toEqual([412, 412])
    })
  })
}

type Change = [from: string, to: string]

function save(user: User, id: string, opened: LoadedNote, [from, to]: Change) {
  const text = { title: opened.title, content: opened.content.replace(from, to) }
  const record = { id: 'write', user: user.email, noteId: id, text, base: opened }
  return send(newReplacement(record), { ...optionsOf(user), latest: opened })
}

/** Deletes a note as the undo of an import does. */
function remove(user: User, id: string, etag: string | undefined) {
  return send(newImportUndo(id, etag, user.email), optionsOf(user))
}

function optionsOf({ token }: User) {
  return { ownerToken: () => token, store: async () => true }
}

async function changeElsewhere(user: User, id: string, [from, to]: Change): Promise<void> {
  await user.changeNote(id, TITLE, (await contentOf(user)).replace(from, to))
}

async function contentOf(user: User): Promise<string> {
  return String((await user.listNotes())[0]?.content)
}

async function firstLines(user: User): Promise<string> {
  return (await contentOf(user)).split('\n').slice(0, 3).join('\n')
}
