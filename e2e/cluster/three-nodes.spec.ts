import { createClient } from '../faults/harness/client'
import { checkStoredNotes } from '../faults/harness/clients'
import { createRecorder } from '../faults/harness/scenario'
import { expectCards, open, save, signIn, write } from '../support/actions'
import { call, createNote, jsonOf } from '../support/api-client'
import { test as base, createUser, expect } from '../support/fixtures'
import { seeded } from '../support/random'
import { replayLine, seedOfTest } from '../support/replay'
import { type Cluster, startCluster } from '../support/servers/cluster'
import { type HostProcess, startHost } from '../support/servers/host'

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
  const seed = seedOfTest()
  const databaseUrl = await createDatabase()
  const host = await startCluster({ count, databaseUrl })
  const killed = host.nodes[0] as HostProcess
  const { result, ...recorder } = createRecorder()
  const judge = { ...recorder, random: seeded(seed), secret: '' }
  // Only the change in progress at the killed node may fail.
  const options = { isAlone: true, isAcceptable: (_: object, method: string) => method !== 'GET' }
  const clients = await Promise.all(
    Array.from({ length: 8 }, async (_, at) =>
      createClient(judge, await createUser(host), `cliente${at}`, options),
    ),
  )
  let isStopped = false
  const failing = clients.map(async (client) => {
    let failed = 0
    while (!isStopped) if (!(await client.step(host)).isDone) failed += 1
    return failed
  })
  const written = () => recorder.counted('acknowledged')

  await expect.poll(written).toBeGreaterThan(80)
  killed.kill('SIGKILL')
  await killed.exited
  const before = written()
  await expect.poll(written).toBeGreaterThan(before + 80)

  const again = await startHost({ databaseUrl, env: { PORT: new URL(killed.origin).port, TRUST_PROXY: '1' } })
  await expect.poll(() => callsOf(again)).toBeGreaterThan(20)
  isStopped = true
  for (const failed of await Promise.all(failing)) expect(failed).toBeLessThanOrEqual(1)
  await checkStoredNotes(judge, host, clients)
  expect(result.examples, replayLine(seed)).toEqual([])
  await again.stop()
  await host.stop()
})

/** Number of logged note calls; log lines of other calls may still be missing. */
function callsOf({ output }: { output: () => string }): number {
  return output().match(/"path":"\/api\/notes/g)?.length ?? 0
}
