import { Client } from 'pg'
import { atOnce, call, createNote, createUser, notesStatus } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'

/** More than the connections of a host's pool. */
const AT_ONCE = 40

test('while the writes of an account wait for its lock, others read and write', async ({
  start,
  databaseUrl,
}) => {
  const host = await start()
  const [greedy, other] = [await createUser(host), await createUser(host)]
  const release = await lock(databaseUrl, 'SELECT * FROM users WHERE email = $1 FOR UPDATE', greedy.email)
  const order: string[] = []
  const writes = atOnce(AT_ONCE, () => greedy.addNote('Compras').then(() => order.push('write')))
  for (let time = 0; time < 3; time += 1) {
    expect(await notesStatus(host, other.token)).toBe(200)
    await createNote(host, other, 'Otra')
  }
  order.push('others')
  await release()
  await writes
  expect(order).toEqual(['others', ...Array(AT_ONCE).fill('write')])
  expect(await greedy.listNotes()).toHaveLength(AT_ONCE)
})

test('while attempts of a network wait to be counted, others read', async ({ start, databaseUrl }) => {
  const host = await start()
  const other = await createUser(host)
  const json = { code: 'falso', verifier: 'falso' }
  const attempt = () => call(host, 'POST', '/api/auth/oidc/session', { json })
  expect((await attempt()).status).toBe(401)
  const release = await lock(databaseUrl, 'SELECT * FROM limits WHERE key LIKE $1 FOR UPDATE', 'logins:%')
  const order: string[] = []
  const attempts = atOnce(AT_ONCE, () => attempt().then(({ status }) => order.push(String(status))))
  for (let time = 0; time < 3; time += 1) expect(await notesStatus(host, other.token)).toBe(200)
  order.push('other')
  await release()
  await attempts
  expect(order).toEqual(['other', ...Array(AT_ONCE).fill('401')])
})

/** Locks rows until the function that it resolves to is called. */
async function lock(url: string, select: string, value: string): Promise<() => Promise<void>> {
  const client = new Client(url)
  await client.connect()
  await client.query('BEGIN')
  expect((await client.query(select, [value])).rowCount).toBe(1)
  return () => client.end()
}
