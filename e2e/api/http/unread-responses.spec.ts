import { type Api, call, createNote, createUser, jsonOf, type User } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { openSocket, requestOf } from '../../support/sockets'

/** Characters of a note whose response needs a turn, and of the largest note. */
const LARGE = 70_000
const LARGEST = 200_000

/** Largest notes of a list that no buffer between host and client takes as a whole. */
const STREAMED = 12

test('a connection with a 17th unanswered request ends, and the log says so', async ({ host, log }) => {
  const { socket, closed, received } = await openSocket(host)
  socket.write(requestOf('/api/openapi.json').repeat(17))
  expect(await closed).toBe(true)
  expect(received().match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(17)
  await expect.poll(log.output).toContain('"event":"connection.flooded","address":"')
})

test('an account whose large responses nobody reads waits for a turn, others do not', async ({ host }) => {
  const [user, other] = await Promise.all([createUser(host), createUser(host)])
  const path = await userWithUnreadNotes(host, user)
  const otherPath = `/api/notes/${(await createNote(host, other, 'Otra', 'x'.repeat(LARGE)))._id}`
  const unread = await openSocket(host)
  unread.socket.pause().write(requestOf('/api/notes', user) + requestOf(path, user).repeat(2))
  const small = await createNote(host, user, 'Compras')

  const order: string[] = []
  const third = call(host, 'GET', path, { token: user.token }).then((response) => {
    order.push('third')
    return response
  })
  for (let time = 0; time < 5; time += 1) {
    expect((await call(host, 'GET', otherPath, { token: other.token })).status).toBe(200)
    expect((await call(host, 'GET', `/api/notes/${small._id}`, { token: user.token })).status).toBe(200)
  }
  order.push('others')
  unread.socket.destroy()
  expect(jsonOf(await third)).toMatchObject({ content: 'x'.repeat(LARGE) })
  expect(order).toEqual(['others', 'third'])
})

test('responses that wait behind another leave no turn when their connection is lost', async ({ host }) => {
  const user = await createUser(host)
  await userWithUnreadNotes(host, user)
  for (let time = 0; time < 7; time += 1) {
    const { socket } = await openSocket(host)
    socket.pause().write(requestOf('/api/notes', user).repeat(3))
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0)
    await call(host, 'GET', '/api/health')
    socket.destroy()
  }
  const { status, body } = await call(host, 'GET', '/api/notes', { token: user.token })
  expect(status).toBe(200)
  expect(JSON.parse(body.toString())).toHaveLength(STREAMED + 1)
})

/** Gives the user a list that is streamed, and returns the path of a note whose response needs a turn. */
async function userWithUnreadNotes(host: Api, user: User): Promise<string> {
  for (let number = 0; number < STREAMED; number += 1) await createNote(host, user, '', '😀'.repeat(LARGEST))
  const { _id } = await createNote(host, user, 'Grande', 'x'.repeat(LARGE))
  return `/api/notes/${_id}`
}
