import type { Note } from '@/lib/domain/note'
import { expectCards, open, save, signIn, write } from '../support/actions'
import { call, createNote, jsonOf } from '../support/api-client'
import { test as base, createUser, expect, type User } from '../support/fixtures'
import { type Cluster, startCluster, startNode } from '../support/servers/cluster'
import type { HostProcess } from '../support/servers/host'

/** A cluster for these tests alone, since they read the output of its nodes. */
const test = base.extend<object, { host: Cluster }>({
  host: [
    async ({ nodes: count, createDatabase }, use) => {
      const host = await startCluster({ count, databaseUrl: await createDatabase() })
      await use(host)
      await host.stop()
    },
    { scope: 'worker' },
  ],
})

test('requests of one user are spread over all nodes, and each node reads what the others saved', async ({
  page,
  host,
  user,
}) => {
  await signIn(page, user)
  await open(page, '/create-note')
  await write(page, { title: 'Plantas', content: 'Riego' })
  await save(page)
  await expectCards(page, ['Plantas'])
  await page.reload()
  await expectCards(page, ['Plantas'])

  for (const node of host.nodes) {
    expect(node.output()).toMatch(/"path":"\/app\/.+"status":200/)
    const response = await call(node, 'GET', '/api/notes', { token: user.token })
    expect(jsonOf(response)).toMatchObject([{ title: 'Plantas', content: 'Riego' }])
  }
})

test('each node handles a third of the calls', async ({ host, user }) => {
  const before = host.nodes.map(callsOf)
  for (let number = 0; number < 15; number += 1) {
    const { _id } = await createNote(host, user, `nota ${number}`)
    const found = await call(host, 'GET', `/api/notes/${_id}`, { token: user.token })
    expect(jsonOf(found)).toEqual({ _id, title: `nota ${number}`, content: '' })
  }

  await expect
    .poll(() => host.nodes.map((node, index) => callsOf(node) - Number(before[index])))
    .toEqual([10, 10, 10])
})

test('failed logins on different nodes count together', async ({ host, user }) => {
  const { email, password } = user
  const guess = (json: object) => call(host, 'POST', '/api/auth/login', { json })
  const statuses: number[] = []
  for (let number = 0; number < 12; number += 1) {
    statuses.push((await guess({ email, password: `clave ${number}` })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 429, 429])

  const right = { json: { email, password } }
  for (const node of [...host.nodes, host]) {
    const response = await call(node, 'POST', '/api/auth/login', right)
    expect(response.status).toBe(429)
    expect(jsonOf(response)).toEqual({
      message: 'Demasiados intentos fallidos. Inténtalo de nuevo dentro de unos minutos.',
    })
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(900)
  }

  // Only the balancer's X-Forwarded-For is trusted, not the client's.
  const headers = { 'X-Forwarded-For': '203.0.113.7' }
  expect((await call(host, 'POST', '/api/auth/login', { ...right, headers })).status).toBe(429)
  const [node] = host.nodes
  expect((await call(node as HostProcess, 'POST', '/api/auth/login', { ...right, headers })).status).toBe(200)
})

test('a node killed while clients read and write loses no acknowledged write', async ({
  nodes: count,
  createDatabase,
}) => {
  const databaseUrl = await createDatabase()
  const host = await startCluster({ count, databaseUrl })
  const killed = host.nodes[0] as HostProcess
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => startClient(host, await createUser(host))),
  )
  const written = () => clients.reduce((sum, { saved }) => sum + saved.size, 0)

  await expect.poll(written).toBeGreaterThan(40)
  killed.kill('SIGKILL')
  await killed.exited
  const before = written()
  await expect.poll(written).toBeGreaterThan(before + 40)

  const again = await startNode({ databaseUrl, env: { PORT: new URL(killed.origin).port } })
  await expect.poll(() => callsOf(again)).toBeGreaterThan(20)
  for (const { user, saved, stop } of clients) {
    const { reads, writes } = await stop()
    expect(new Set(reads)).toEqual(new Set([200]))
    // Only the request in progress at the killed node may fail.
    expect(writes.filter((status) => status >= 300).length).toBeLessThanOrEqual(1)

    const notes = jsonOf(await call(host, 'GET', '/api/notes', { token: user.token })) as Note[]
    const titles = new Map(notes.map(({ _id, title }) => [_id, title]))
    for (const [id, title] of saved) expect(titles.get(id)).toBe(title)
  }
  await again.stop()
  await host.stop()
})

/** Starts a client that writes and reads until `stop`. */
function startClient(host: Cluster, user: User) {
  const { token } = user
  /** Acknowledged titles by id. */
  const saved = new Map<string, string>()
  const statuses = { reads: [] as number[], writes: [] as number[] }
  let isStopped = false

  async function send(method: string, path: string, title: string): Promise<Note | undefined> {
    const response = await call(host, method, path, { token, json: { title, content: '' } })
    statuses.writes.push(response.status)
    return response.status < 300 ? (jsonOf(response) as Note) : undefined
  }

  async function write(): Promise<void> {
    for (let number = 0; !isStopped; number += 1) {
      const created = await send('POST', '/api/notes', `nota ${number}`)
      const edited = created && (await send('PUT', `/api/notes/${created._id}`, `nota ${number}, editada`))
      if (edited) saved.set(edited._id, edited.title)
    }
  }

  async function read(): Promise<void> {
    while (!isStopped) {
      const before = [...saved.keys()]
      const response = await call(host, 'GET', '/api/notes', { token })
      statuses.reads.push(response.status)
      const ids = (jsonOf(response) as Note[]).map(({ _id }) => _id)
      expect(ids).toEqual(expect.arrayContaining(before))
    }
  }

  const working = Promise.all([write(), read(), read()])
  return {
    user,
    saved,
    async stop() {
      isStopped = true
      await working
      return statuses
    },
  }
}

/** Number of logged note calls; log lines of other calls may still be missing. */
function callsOf({ output }: { output: () => string }): number {
  return output().match(/"path":"\/api\/notes/g)?.length ?? 0
}
