import type { Note } from '@/lib/domain/note'
import { expectCards, open, save, signIn, write } from '../support/actions'
import { call, createNote, jsonOf, newRegistration } from '../support/api-client'
import { test as base, createUser, expect, type User } from '../support/fixtures'
import { type Cluster, startCluster, startNode } from '../support/servers/cluster'
import type { HostProcess } from '../support/servers/host'

/** The host of these tests alone, which tells of its nodes. */
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

test('what one person does is spread over all nodes, and each has what the others have saved', async ({
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
    const answer = await call(node, 'GET', '/api/notes', { token: user.token })
    expect(jsonOf(answer)).toMatchObject([{ title: 'Plantas', content: 'Riego' }])
  }
})

test('each node answers its third of the calls', async ({ host, user }) => {
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

test('guesses that are spread over the nodes are counted together', async ({ host, user }) => {
  const { email, password } = user
  const guess = (json: object) => call(host, 'POST', '/api/auth/login', { json })
  const statuses: number[] = []
  for (let number = 0; number < 12; number += 1) {
    statuses.push((await guess({ email, password: `clave ${number}` })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 429, 429])

  const right = { json: { email, password } }
  for (const node of [...host.nodes, host]) {
    const answer = await call(node, 'POST', '/api/auth/login', right)
    expect(answer.status).toBe(429)
    expect(jsonOf(answer)).toEqual({
      message: 'Demasiados intentos fallidos. Inténtalo de nuevo dentro de unos minutos.',
    })
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900)
  }

  // What the client says of itself is not believed; what the balancer says is.
  const headers = { 'X-Forwarded-For': '203.0.113.7' }
  expect((await call(host, 'POST', '/api/auth/login', { ...right, headers })).status).toBe(429)
  const [node] = host.nodes
  expect((await call(node as HostProcess, 'POST', '/api/auth/login', { ...right, headers })).status).toBe(200)
})

test('of guesses at the same moment on all nodes ten are answered', async ({ host }) => {
  const { email } = newRegistration()
  const json = { email, password: 'otra clave' }
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => call(host, 'POST', '/api/auth/login', { json })),
  )

  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
})

test('a node killed while clients read and write takes nothing along that was answered', async ({
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
    // Only what was under way at the killed node may fail.
    expect(writes.filter((status) => status >= 300).length).toBeLessThanOrEqual(1)

    const notes = jsonOf(await call(host, 'GET', '/api/notes', { token: user.token })) as Note[]
    const titles = new Map(notes.map(({ _id, title }) => [_id, title]))
    for (const [id, title] of saved) expect(titles.get(id)).toBe(title)
  }
  await again.stop()
  await host.stop()
})

/** Writes and reads until it is stopped. */
function startClient(host: Cluster, user: User) {
  const { token } = user
  /** What the answers said is stored: title by id. */
  const saved = new Map<string, string>()
  const statuses = { reads: [] as number[], writes: [] as number[] }
  let isStopped = false

  async function send(method: string, path: string, title: string): Promise<Note | undefined> {
    const answer = await call(host, method, path, { token, json: { title, content: '' } })
    statuses.writes.push(answer.status)
    return answer.status < 300 ? (jsonOf(answer) as Note) : undefined
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
      const answer = await call(host, 'GET', '/api/notes', { token })
      statuses.reads.push(answer.status)
      const ids = (jsonOf(answer) as Note[]).map(({ _id }) => _id)
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

/** With notes: those before them may not be in the log yet. */
function callsOf({ output }: { output: () => string }): number {
  return output().match(/"path":"\/api\/notes/g)?.length ?? 0
}
