import { once } from 'node:events'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Api, createNote, createUser, listNotes, type User } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { execute, fillTable, sql, withDatabase } from '../../support/database'
import { serveInProcess } from '../../support/servers/in-process-host'
import { openSocket, requestOf } from '../../support/sockets'

const DECODERS = [
  [undefined, (body: Buffer) => body],
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const

/** Numbers and lengths of notes, for lists that are cached, take turns, and are streamed. */
const LISTS: [notes: number, length: number][] = [
  [0, 0],
  [2500, 0],
  [300, 2000],
  [12, 800_000],
]

for (const [notes, length] of LISTS) {
  test(`${notes} notes of ${length} bytes are listed, newest first, in every encoding`, async ({ api }) => {
    const user = await userWithNotes(api, notes, length)
    const newest = notes > 0 ? [await createNote(api, user, 'última')] : []
    const titles = [...newest.map(({ title }) => title), ...titlesOf(notes)]

    for (const [encoding, decode] of DECODERS) {
      const headers: Record<string, string> = encoding ? { 'Accept-Encoding': encoding } : {}
      for (let time = 0; time < 2; time += 1) {
        const { status, body, headers: received } = await user.call('GET', '/api/notes', { headers })
        expect(status).toBe(200)
        expect(received.etag).toMatch(/^"/)
        const isEncoded = received['content-encoding'] !== undefined
        const list = JSON.parse((isEncoded ? decode(body) : body).toString())
        expect(list.map(({ title }: { title: string }) => title)).toEqual(titles)
      }
    }
  })
}

test('a list that is read during edits has every note once', { tag: '@slow' }, async ({ api }) => {
  const user = await userWithNotes(api, 2500, 300)
  const all = titlesOf(2500).sort()
  const ids = (await listNotes(api, user)).map(({ _id }) => _id)
  let isReading = true

  async function edit(): Promise<void> {
    for (let at = 0; isReading; at = (at + 997) % ids.length) {
      await withDatabase(api, ({ write }) =>
        write(
          sql('UPDATE users SET notes_version = notes_version + 1'),
          sql(
            'UPDATE notes SET version = (SELECT notes_version FROM users WHERE id = user_id) WHERE id = ?',
            String(ids[at]),
          ),
        ),
      )
    }
  }

  const editing = edit()
  for (let time = 0; time < 10; time += 1) {
    expect((await listNotes(api, user)).map(({ title }) => title).sort()).toEqual(all)
  }
  isReading = false
  await editing
})

test('a list on its way ends with its session, and shows no later edit', async ({ api, log }) => {
  const user = await userWithNotes(api, 50, 800_000)
  const list = await openList(api, user)
  expect((await user.call('POST', '/api/auth/logout')).status).toBe(204)
  await execute(api, "UPDATE notes SET content = 'texto posterior'")
  const body = await list.rest()
  expect(body.length).toBeLessThan(40_000_000)
  expect(body.includes('texto posterior')).toBe(false)
  expect(log.output()).not.toContain('"status":500')
})

test('a page that is read after the session has ended is not sent', async ({ api }) => {
  const user = await userWithNotes(api, 12, 800_000)
  await withDatabase(api, async (database) => {
    let found = 0
    const host = await serveInProcess({
      ...database,
      async read(statement) {
        const rows = await database.read(statement)
        // The first is that of the request, the others are of the list on its way.
        if (statement.sql.includes('FROM sessions') && ++found === 2)
          await database.write(
            sql('DELETE FROM sessions WHERE token_hash = ?', ...statement.params.slice(0, 1)),
            sql("UPDATE notes SET content = 'texto posterior'"),
          )
        return rows
      },
    })
    const body = await (await openList(host, user)).rest()
    expect(found).toBe(3)
    expect(body.includes('texto posterior')).toBe(false)
    await host.stop()
  })
})

test('a list that fails on its way is cut, and its cause is logged once, with the request', async ({
  api,
}) => {
  const user = await userWithNotes(api, 12, 800_000)
  await withDatabase(api, async (database) => {
    const errors: [fields: object, cause: unknown][] = []
    let pages = 0
    const host = await serveInProcess(
      {
        ...database,
        async read(statement) {
          if (statement.sql.includes('FROM notes') && ++pages === 3) throw new Error('no such table')
          return database.read(statement)
        },
      },
      ({ log }) => ({ log: { ...log, error: (...line) => errors.push(line) } }),
    )
    const body = await (await openList(host, user)).rest()
    expect(body).not.toMatch(/\]\s*$/)
    expect(errors).toEqual([
      [
        { requestId: expect.any(String), method: 'GET', path: '/api/notes' },
        expect.objectContaining({ message: 'no such table' }),
      ],
    ])
    await host.stop()
  })
})

async function userWithNotes(
  api: Api & { databaseUrl: string },
  notes: number,
  length: number,
): Promise<User> {
  const user = await createUser(api)
  await fillTable(api, 'notes', user, notes, length)
  return user
}

/** Newest first. */
function titlesOf(notes: number): string[] {
  return Array.from({ length: notes }, (_, at) => `nota ${notes - at}`)
}

/** Asks for the list, and reads no more than its first bytes. */
async function openList(host: Api, user: User) {
  const { socket, closed, received } = await openSocket(host)
  socket.write(requestOf('/api/notes', user))
  await once(socket, 'data')
  socket.pause()
  return {
    /** Reads the rest of the response, up to where its connection breaks. */
    async rest(): Promise<string> {
      socket.resume()
      await closed
      return received()
    },
  }
}
