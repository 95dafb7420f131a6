import { queueStatements } from '@/server/fairness/statement-queues'
import type { Database, Statement } from '@/server/store/database'
import { openDatabase } from '@/server/store/open'
import { type Api, atOnce, call, createNote, createUser, jsonOf, type User } from '../../support/api-client'
import { test as base, expect, expectMessage } from '../../support/api-fixtures'
import { execute, recordStatements, select, sql, userIdOf, withDatabase } from '../../support/database'
import { deleteByOldHost, editByOldHost, restoreByOldHost } from '../../support/old-host'
import { fc } from '../../support/properties'
import { serveInProcess } from '../../support/servers/in-process-host'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Given = Parameters<typeof serveInProcess>[1]

const test = base.extend<{ simulate: (versionsPerNote?: number, given?: Given) => Promise<Simulation> }>({
  simulate: async ({ databaseUrl }, use) => {
    const stops: (() => Promise<void>)[] = []
    await use(async (versionsPerNote = 20, given = () => ({})) => {
      const clock = { now: Date.now() }
      const [database, second] = [await openDatabase(databaseUrl), await openDatabase(databaseUrl)]
      const { recorded, statements } = recordStatements(database)
      const [host, other] = [
        await serveInProcess(recorded, (own) => ({ now: () => clock.now, versionsPerNote, ...given(own) })),
        await serveInProcess(second, () => ({ now: () => clock.now, versionsPerNote })),
      ]
      stops.push(host.stop, other.stop, database.close, second.close)
      return { clock, database, statements, host, other, user: await createUser(host) }
    })
    for (const stop of stops) await stop()
  },
})

/** Two nodes on one database, with a clock of their own; `statements` are those of the first. */
type Simulation = {
  clock: { now: number }
  database: Database
  statements: Statement[]
  host: Api
  other: Api
  user: User
}

type Version = { version: number; title: string; content: string; savedAt: number }

test('the first edit keeps the text before it, others of that hour keep nothing', async ({ api, user }) => {
  const before = Date.now()
  const created = await user.call('POST', '/api/notes', { json: { title: 'Compras', content: 'pan' } })
  const after = Date.now()
  const { _id } = jsonOf(created) as { _id: string }
  await user.changeNote(_id, 'Compras', 'pan')
  expect(await versionsOf(user, _id)).toEqual([])
  expect(await isMarked(user, _id)).toBe(false)

  await user.changeNote(_id, 'Compras', 'pan y sal')
  await user.changeNote(_id, 'Recados', '')
  const [kept, ...others] = await versionsOf(user, _id)
  expect([kept, others]).toEqual([expect.objectContaining({ title: 'Compras', content: 'pan' }), []])
  expect(Object.keys(kept ?? {})).toEqual(['version', 'title', 'content', 'savedAt'])
  expect(kept?.savedAt).toBeGreaterThanOrEqual(before)
  expect(kept?.savedAt).toBeLessThan(after + MINUTE)
  const read = await user.call('GET', `/api/notes/${_id}`)
  expect([read.headers['notas-versions'], jsonOf(read)]).toEqual([
    'yes',
    { _id, title: 'Recados', content: '' },
  ])

  await age(api, _id, HOUR)
  await user.changeNote(_id, 'recados', '')
  expect(await titlesOf(user, _id)).toEqual(['Recados', 'Compras'])
  const long = 'ñ'.repeat(50_000)
  await user.changeNote(_id, 'larga', long)
  expect(await isMarked(user, _id)).toBe(true)
})

const STEP = fc.oneof(
  step(6, { kind: fc.constant('save' as const), text: fc.nat(3), isRepeated: fc.boolean() }),
  step(4, {
    kind: fc.constant('wait' as const),
    ms: fc.constantFrom(MINUTE, HOUR - 5000, HOUR, 5 * HOUR, 2 * DAY),
  }),
  step(1, { kind: fc.constantFrom('conflict' as const, 'import' as const) }),
  step(3, {
    kind: fc.constant('trash' as const),
    ms: fc.constantFrom(MINUTE, 2 * DAY),
    isDeletedByOld: fc.boolean(),
    isRestoredByOld: fc.boolean(),
  }),
  step(1, { kind: fc.constant('save by old host' as const), text: fc.nat(3) }),
)

function step<Fields>(weight: number, fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) {
  return { weight, arbitrary: fc.record(fields) }
}

test('whatever happens to a note between its edits, the chain of its versions is whole', {
  tag: '@slow',
}, async ({ simulate, databaseUrl }) => {
  const { host, other, database, clock } = await simulate(4)

  const property = fc.asyncProperty(fc.array(STEP, { maxLength: 40, size: 'max' }), async (steps) => {
    const user = await createUser(host)
    const userId = await userIdOf({ databaseUrl }, user)
    const id = await user.addNote('texto 0')
    const path = `/api/notes/${id}`
    let [title, savedAt] = ['texto 0', clock.now]
    let keptAt: number | undefined
    let kept: [title: string, savedAt: number][] = []
    const version = async () => Number((await user.call('GET', path)).headers.etag?.replaceAll('"', ''))

    for (const [at, step] of steps.entries()) {
      clock.now += 1000
      const node = at % 2 ? host : other
      if (step.kind === 'wait') clock.now += step.ms
      if (step.kind === 'save') {
        const json = { title: `texto ${step.text}`, content: '' }
        if (json.title !== title && (keptAt === undefined || clock.now - keptAt >= HOUR)) {
          kept = [[title, savedAt] as [string, number], ...kept].slice(0, 4)
          keptAt = clock.now
        }
        const save = (at: Api) => call(at, 'PUT', path, { token: user.token, json })
        expect((await save(node)).status).toBe(200)
        if (step.isRepeated) {
          clock.now += 1000
          expect((await save(node === host ? other : host)).status).toBe(200)
        }
        ;[title, savedAt] = [json.title, clock.now]
      }
      if (step.kind === 'conflict') {
        const headers = { 'If-Match': '"1"' }
        const json = { title: 'conflicto', content: '' }
        expect((await call(node, 'PUT', path, { token: user.token, json, headers })).status).toBe(412)
      }
      if (step.kind === 'import') await createNote(node, user, title)
      if (step.kind === 'trash') {
        const { token } = user
        if (step.isDeletedByOld) await database.write(...deleteByOldHost(userId, id, clock.now))
        else expect((await call(node, 'DELETE', path, { token })).status).toBe(204)
        clock.now += step.ms
        if (step.isRestoredByOld) await database.write(...restoreByOldHost(userId, id))
        else expect((await call(host, 'POST', `/api/trash/${id}/restore`, { token })).status).toBe(200)
        if (step.isDeletedByOld || step.isRestoredByOld) savedAt = await version()
      }
      if (step.kind === 'save by old host') {
        title = `texto ${step.text}`
        await database.write(...editByOldHost(userId, id, title, clock.now))
        savedAt = clock.now
      }
      const found = await call(node, 'GET', path, { token: user.token })
      expect(found.headers['notas-versions']).toBe(kept.length > 0 ? 'yes' : undefined)
      const listed = await versionsOf(user, id)
      expect(listed.map((one) => [one.title, one.savedAt])).toEqual(kept)
    }
    const [row] = await database.read(sql('SELECT versions_bytes FROM users WHERE id = ?', userId))
    expect(Number(row?.versions_bytes)).toBe(kept.reduce((sum, [text]) => sum + text.length + 300, 0))
  })
  await fc.assert(property, { numRuns: 15 })
})

test('edits that arrive at two nodes at once keep the text before them, once', async ({ simulate }) => {
  const { host, other, user, clock } = await simulate()
  for (let round = 0; round < 5; round += 1) {
    const id = await user.addNote('antes')
    for (const before of [1, 2]) {
      clock.now += DAY
      const saves = atOnce(8, (number) =>
        call(number % 2 ? host : other, 'PUT', `/api/notes/${id}`, {
          token: user.token,
          json: { title: `nodo ${number} ${before}`, content: '' },
        }),
      )
      const [, newest] = [await saves, await versionsOf(user, id)]
      expect(newest).toHaveLength(before)
      expect(newest.at(-1)?.title).toBe('antes')
    }
  }
})

test('an edit that keeps nothing is one statement, which also checks the session', async ({ simulate }) => {
  const { user, clock, statements } = await simulate()
  const id = await user.addNote('Compras', 'pan')
  await user.changeNote(id, 'Compras', 'sal')
  clock.now += MINUTE
  for (const content of ['sal', 'pan', '']) {
    statements.length = 0
    await user.changeNote(id, 'Compras', content)
    expect(statements.map(({ sql }) => /^\w+/.exec(sql)?.[0])).toEqual(['UPDATE'])
  }
  clock.now += HOUR
  statements.length = 0
  await user.changeNote(id, 'Compras', 'pan')
  expect(statements.length).toBeGreaterThan(2)
  statements.length = 0
  expect(await isMarked(user, id)).toBe(true)
  expect(statements).toHaveLength(1)
})

test('a clock that is set back does not stop the keeping of versions', async ({ simulate }) => {
  const { user, clock } = await simulate()
  const id = await user.addNote('uno')
  await user.changeNote(id, 'dos', '')
  clock.now -= 2 * DAY
  await user.changeNote(id, 'tres', '')
  expect(await titlesOf(user, id)).toEqual(['dos', 'uno'])
})

test('VERSIONS_PER_NOTE bounds them, also when it is lowered; with 0 there are none', async ({ start }) => {
  const host = await start({ VERSIONS_PER_NOTE: '3' })
  const user = await createUser(host)
  const id = await user.addNote('texto 0')
  async function change(at: Api, title: string) {
    await age(host, id, HOUR)
    await call(at, 'PUT', `/api/notes/${id}`, { token: user.token, json: { title, content: '' } })
  }
  for (let number = 1; number <= 5; number += 1) await change(host, `texto ${number}`)
  const titles = async (at: Api) => {
    const versions = jsonOf(await call(at, 'GET', `/api/notes/${id}/versions`, { token: user.token }))
    return (versions as Version[]).map(({ title }) => title)
  }
  expect(await titles(host)).toEqual(['texto 4', 'texto 3', 'texto 2'])
  const fewer = await start({ VERSIONS_PER_NOTE: '1' })
  await change(fewer, 'texto 6')
  expect(await titles(fewer)).toEqual(['texto 5'])

  const none = await start({ VERSIONS_PER_NOTE: '0' })
  await user.changeNote(await user.addNote('otra'), 'otras', '')
  const { headers } = await call(none, 'GET', `/api/notes/${id}`, { token: user.token })
  expect(headers['notas-features']).toBe('idempotency-key, delete-if-match')
  expect(headers['notas-versions']).toBeUndefined()
  const asked = await call(none, 'GET', `/api/notes/${id}/versions`, { token: user.token })
  expectMessage(asked, 404, 'Esa dirección no existe.')
  await change(none, 'texto 7')
  expect(await select(host, 'SELECT id FROM versions')).toEqual([])
  await change(none, 'texto 8')
  expect(await titles(host)).toEqual([])
  expect(await isMarked(user, id)).toBe(false)
})

test('at the quota versions give way, those kept first first, and no write is refused', async ({ start }) => {
  const host = await start({ BYTES_PER_USER: '1550' })
  const user = await createUser(host)
  const [one, other] = [await user.addNote('uno', '7 bytes'), await user.addNote('dos', '7 bytes')]
  await user.changeNote(other, 'dos', '7 otros')
  await user.changeNote(one, 'uno', '7 otros')
  const kept = () => Promise.all([one, other].map(async (id) => (await versionsOf(user, id)).length))
  expect([await kept(), await isMarked(user, other)]).toEqual([[1, 1], true])

  await user.addNote('', '10 bytes: ')
  expect(await kept()).toEqual([1, 1])
  const deleted = await user.addNote('a')
  expect([await kept(), await isMarked(user, other)]).toEqual([[1, 0], false])
  await user.call('DELETE', `/api/notes/${deleted}`)
  expect(await kept()).toEqual([1, 0])
  await user.changeNote(other, 'dos', '16 bytes, y mas.')
  expect(await kept()).toEqual([0, 1])
  const headers = { 'Idempotency-Key': 'una' }
  await user.call('POST', '/api/notes', { json: { title: 'b', content: '' }, headers })
  expect(await kept()).toEqual([0, 0])
  // There is no room for the text that this replaces.
  await user.changeNote(one, 'uno', '16 bytes, y mas.')
  expect(await kept()).toEqual([0, 0])
  expect((await user.call('POST', '/api/notes', { json: { title: '', content: '' } })).status).toBe(507)
  const long = { title: 'uno', content: '18 bytes, y mas...' }
  expect((await user.call('PUT', `/api/notes/${one}`, { json: long })).status).toBe(507)
})

test('with little disk left versions take no more, and the oldest give way', async ({ simulate }) => {
  let isLow = false
  const start = Date.now()
  const { user, clock } = await simulate(20, () => ({
    isDiskLow: async (createdAt) => isLow && createdAt > start + DAY,
  }))
  const [one, other] = [await user.addNote('uno'), await user.addNote('dos')]
  await user.changeNote(one, 'UNO', '')
  isLow = true
  clock.now += 2 * DAY
  const kept = () => Promise.all([one, other].map(async (id) => (await versionsOf(user, id)).length))
  await user.changeNote(other, 'Dos', '')
  expect(await kept()).toEqual([0, 1])
  await user.changeNote(one, 'unos', '')
  expect(await kept()).toEqual([0, 0])
  await user.changeNote(other, 'DOS', '')
  expect(await kept()).toEqual([0, 0])
})

test('a write is stored though its versions cannot be deleted', async ({ simulate }) => {
  const failures: unknown[] = []
  const { user, clock } = await simulate(1, ({ database, log }) => ({
    log: { ...log, error: (_: object, cause: unknown) => failures.push(cause) },
    database: queueStatements({
      ...database,
      write: async (...written) => {
        if (written.some(({ sql }) => sql.startsWith('DELETE FROM versions'))) throw new Error('away')
        return database.write(...written)
      },
    }),
  }))
  const id = await user.addNote('uno')
  for (const title of ['dos', 'tres']) {
    clock.now += HOUR
    await user.changeNote(id, title, '')
  }
  expect(await titlesOf(user, id)).toEqual(['dos', 'uno'])
  expect(failures).toHaveLength(2)
})

test('versions end with their note, whoever ends it', async ({ start }) => {
  const host = await start()
  const user = await createUser(host)
  const userId = await userIdOf(host, user)
  const bare = await start({ TRASH_DAYS: '0' })
  const remove = (id: string, at: Api = host) => call(at, 'DELETE', `/api/notes/${id}`, { token: user.token })
  const headers = { 'Idempotency-Key': 'una' }
  const json = { title: 'uno', content: '' }
  const keyed = () => user.call('POST', '/api/notes', { json, headers })
  const ends: Record<string, (id: string) => Promise<unknown>> = {
    'erased from the trash': async (id) => [await remove(id), await user.call('DELETE', `/api/trash/${id}`)],
    'trash emptied': async (id) => [await remove(id), await user.call('DELETE', '/api/trash')],
    'deleted without a trash': (id) => remove(id, bare),
    'deleted by a release without a trash': (id) => execute(host, 'DELETE FROM notes WHERE id = ?', id),
    'past its days when its key comes again': async (id) => {
      await remove(id)
      await execute(host, 'UPDATE trash SET deleted_at = 1 WHERE id = ?', id)
      await keyed()
    },
    'deleted by 1.0.0, and erased': async (id) => {
      await withDatabase(host, ({ write }) => write(...deleteByOldHost(userId, id)))
      await user.call('DELETE', `/api/trash/${id}`)
    },
    purged: async (id) => {
      await remove(id)
      await execute(host, 'UPDATE trash SET deleted_at = 1 WHERE id = ?', id)
      await start()
      await expect.poll(() => select(host, 'SELECT id FROM trash')).toEqual([])
    },
    'with the account': () => user.call('DELETE', '/api/account', { json: { password: user.password } }),
  }
  for (const [end, run] of Object.entries(ends)) {
    const { _id } = jsonOf(await keyed()) as { _id: string }
    await user.changeNote(_id, 'dos', '')
    await remove(_id)
    expect(await select(host, 'SELECT title FROM versions'), end).toEqual([{ title: 'uno' }])
    await user.call('POST', `/api/trash/${_id}/restore`)
    await run(_id)
    expect(await select(host, 'SELECT title FROM versions'), end).toEqual([])
    const counts = await select(host, 'SELECT versions_bytes FROM users WHERE versions_bytes <> 0')
    expect(counts, end).toEqual([])
  }
})

test('the newest twenty versions, of the longest text, are listed and end with their note', {
  tag: '@slow',
}, async ({ api, user }) => {
  const { _id } = await createNote(api, user, 'uno', '\u0001'.repeat(170_000))
  for (let number = 1; number <= 21; number += 1) {
    await age(api, _id, HOUR)
    await user.changeNote(_id, `texto ${number}`, '\u0001'.repeat(170_000))
  }
  const versions = await versionsOf(user, _id)
  expect(versions.map(({ content }) => content.length)).toEqual(Array(20).fill(170_000))
  const newest = Array.from({ length: 20 }, (_, at) => `texto ${20 - at}`)
  expect(versions.map(({ title }) => title)).toEqual(newest)
  const { body, headers } = await user.call('GET', `/api/notes/${_id}/versions`, {
    headers: { 'Accept-Encoding': 'br' },
  })
  expect([headers['content-encoding'], body.length < 100_000]).toEqual(['br', true])
  await user.call('DELETE', `/api/notes/${_id}`)
  expect((await user.call('DELETE', `/api/trash/${_id}`)).status).toBe(204)
})

async function versionsOf(user: User, id: string): Promise<Version[]> {
  const response = await user.call('GET', `/api/notes/${id}/versions`)
  expect(response.status).toBe(200)
  return jsonOf(response) as Version[]
}

const titlesOf = async (user: User, id: string) => (await versionsOf(user, id)).map(({ title }) => title)

/** Whether a note is said to have versions. */
async function isMarked(user: User, id: string): Promise<boolean> {
  return (await user.call('GET', `/api/notes/${id}`)).headers['notas-versions'] === 'yes'
}

/** Makes the note's versions that much older. */
function age(host: { databaseUrl: string }, id: string, ms: number): Promise<void> {
  return execute(host, 'UPDATE notes SET kept_at = kept_at - ? WHERE id = ?', ms, id)
}
