import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from '@playwright/test'
import { type Context, Hono } from 'hono'
import { limitLargeResponses } from '@/server/fairness/large-responses'
import { createListSender } from '@/server/fairness/list-sender'
import { call } from '../support/api-client'
import { listenOnLoopback } from '../support/servers/process'
import { openSocket, requestOf } from '../support/sockets'

const PAGE = Buffer.from(JSON.stringify([{ content: 'a'.repeat(100_000) }]))
const BYTES = 5 * 1024 * 1024
const WHOLE_BYTES = 100_000

/** Serves a list without end. `/replaced` responds with something else in its place, and `/whole` waits for `begin`. */
async function serveList() {
  const pages = { read: 0, open: 0 }
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))

  async function* read(): AsyncGenerator<Buffer> {
    pages.open += 1
    try {
      for (;;) {
        pages.read += 1
        yield PAGE
      }
    } finally {
      pages.open -= 1
    }
  }

  const log = { info() {}, warn() {}, error() {} }
  const turns = limitLargeResponses({ trustedProxies: 0, log, metrics: undefined })
  const lists = createListSender(
    turns,
    async () => {},
    () => {},
  )
  const send = (c: Context) => lists.send(c, { userId: 'ana', headers: {}, bytes: BYTES, read })
  async function* readLater(): AsyncGenerator<Buffer> {
    pages.open += 1
    await begun
    yield PAGE
    pages.open -= 1
  }
  const app = new Hono()
    .get('/list', send)
    .get('/replaced', async (c) => {
      await send(c)
      await expect.poll(() => pages.open).toBe(1)
      return c.text('otra')
    })
    .get('/whole', (c) => lists.send(c, { userId: 'ana', headers: {}, bytes: WHOLE_BYTES, read: readLater }))
  return { ...(await listenOnLoopback(createServer(getRequestListener(app.fetch)))), pages, begin }
}

for (const encoding of ['identity', 'gzip', 'br']) {
  const headers = { 'Accept-Encoding': encoding }

  test(`HEAD of a long list in ${encoding} reads none of it`, async () => {
    const host = await serveList()
    const { status } = await call(host, 'HEAD', '/list', { headers })
    expect({ status, ...host.pages }).toEqual({ status: 200, read: 0, open: 0 })
    await host.stop()
  })

  test(`a long list in ${encoding} ends where another response takes its place`, async () => {
    const host = await serveList()
    expect((await call(host, 'GET', '/replaced', { headers })).body.toString()).toBe('otra')
    await expect.poll(() => host.pages.open).toBe(0)
    await host.stop()
  })

  test(`a long list in ${encoding} ends with its connection`, async () => {
    const host = await serveList()
    const { socket } = await openSocket(host)
    socket.pause().write(requestOf('/list', { headers: [`Accept-Encoding: ${encoding}`] }))
    await expect.poll(() => host.pages.open).toBe(1)
    socket.destroy()
    await expect.poll(() => host.pages.open).toBe(0)
    await host.stop()
  })
}

test('two lists of an account are built at a time, also for clients that are gone', async () => {
  const host = await serveList()
  for (let time = 0; time < 5; time += 1) {
    const { socket } = await openSocket(host)
    socket.write(requestOf('/whole'))
    await call(host, 'HEAD', '/list')
    socket.destroy()
    await call(host, 'HEAD', '/list')
  }
  expect(host.pages.open).toBe(2)
  host.begin()
  await expect.poll(() => host.pages.open).toBe(0)
  await host.stop()
})
