import type { Note } from '@/lib/domain/note'
import { type Api, call, createNote, jsonOf, listNotes, logIn, setPassword } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { execute } from '../../support/database'
import { type KeptUser, keptReleases, restoreRelease, takingOver } from '../../support/kept-databases'
import { signInWithOidc } from '../../support/oidc-calls'

for (const release of keptReleases()) {
  test(`${release}'s data are there, and its notes can be edited and restored`, { tag: '@slow' }, async ({
    databaseUrl,
    provider,
    startWithProvider,
  }) => {
    const data = await restoreRelease(release, databaseUrl)
    const host = await startWithProvider(takingOver(data))

    for (const { email, password, token, responses, etags, resetToken, subject: sub } of data.users) {
      for (const [path, body] of Object.entries(responses)) {
        const response = await call(host, 'GET', path, { token })
        expect(jsonOf(response), path).toMatchObject(body as Record<string, unknown>)
      }
      for (const [id, etag] of Object.entries(etags)) {
        expect((await call(host, 'GET', `/api/notes/${id}`, { token })).headers.etag).toBe(etag)
      }
      if (password !== undefined) {
        const again = await logIn(host, { email, password })
        expect(await listNotes(host, { token: again })).toEqual(responses['/api/notes'])
      }
      if (resetToken !== undefined) {
        expect((await setPassword(host, resetToken, 'otra clave')).status).toBe(204)
      }
      if (sub !== undefined) {
        // The provider of the tests has another address each time.
        await execute(host, 'UPDATE identities SET issuer = ? WHERE subject = ?', provider.issuer, sub)
        provider.add({ sub })
        expect(await listNotes(host, await signInWithOidc(host, { sub }))).toEqual(responses['/api/notes'])
      }
    }

    const [user] = data.users
    const { token } = user
    const ids = notesOf(user).map(({ _id }) => _id)
    const [oldest, second] = [String(ids.at(-1)), String(ids.at(-2))]

    const headers = { 'If-Match': String(user.etags[oldest]) }
    const edit = () =>
      call(host, 'PUT', `/api/notes/${oldest}`, { token, headers, json: { title: 'Más', content: '' } })
    expect((await edit()).status).toBe(200)
    expect((await edit()).status).toBe(412)
    const { title, content } = notesOf(user).at(-1) ?? {}
    const version = Number(user.etags[oldest]?.slice(1, -1))
    expect(jsonOf(await call(host, 'GET', `/api/notes/${oldest}/versions`, { token }))).toEqual([
      { version, title, content, savedAt: version },
    ])
    expect((await call(host, 'DELETE', `/api/notes/${second}`, { token })).status).toBe(204)
    const listed = async () => (await listNotes(host, user)).map(({ _id }) => _id)
    expect(await listed()).toEqual([oldest, ...ids.slice(0, -2)])

    const deleted = [second, ...trashOf(user).map(({ _id }) => _id)]
    for (const id of deleted) {
      expect((await call(host, 'POST', `/api/trash/${id}/restore`, { token })).status).toBe(200)
    }
    expect(new Set(await listed())).toEqual(new Set([...ids, ...deleted]))
  })

  test(`what ${release} stored counts for the quota`, { tag: '@slow' }, async ({ databaseUrl, start }) => {
    const data = await restoreRelease(release, databaseUrl)
    const [user] = data.users
    const stored = [...notesOf(user), ...trashOf(user)]
    const bytes = Buffer.byteLength(stored.map(({ title, content }) => title + content).join(''))
    const host = await start({
      ...takingOver(data),
      NOTES_PER_USER: String(stored.length + 1),
      BYTES_PER_USER: String(bytes + 1 + 300 * (stored.length + 1)),
    })

    expect(await statusOfNew(host, user, 'ñ')).toBe(507)
    const { _id } = await createNote(host, user, 'n')
    expect(await statusOfNew(host, user, '')).toBe(507)
    expect((await call(host, 'DELETE', `/api/notes/${_id}`, user)).status).toBe(204)
    expect((await call(host, 'DELETE', `/api/trash/${_id}`, user)).status).toBe(204)
    expect(await statusOfNew(host, user, 'n')).toBe(201)
  })
}

function notesOf({ responses }: KeptUser): Note[] {
  return responses['/api/notes'] as Note[]
}

/** Empty for a release without a trash. */
function trashOf({ responses }: KeptUser): Note[] {
  return (responses['/api/trash'] ?? []) as Note[]
}

async function statusOfNew(host: Api, { token }: KeptUser, title: string): Promise<number> {
  return (await call(host, 'POST', '/api/notes', { token, json: { title, content: '' } })).status
}
