import { get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from '@playwright/test'
import { addHeadersOf } from '@/server/http/host-response'
import { createHttpServer, limitPipelining } from '@/server/http/http-server'
import { createLog } from '@/server/http/log'
import { listenOnLoopback } from '../support/servers/process'
import { openSocket } from '../support/sockets'

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test('the host waits 20 s for headers, for a body as long as 1 MiB may take, and 120 s for a silent connection', () => {
  const server = createHttpServer()
  expect(server).toMatchObject({ headersTimeout: 20_000, timeout: 120_000 })
  const largestBody = 1024 * 1000
  expect(server.requestTimeout).toBeGreaterThan(20_000 + largestBody)
  expect(server.requestTimeout).toBeLessThan(30 * 60_000)
})

async function startServer(listener: RequestListener) {
  const lines: string[] = []
  const server = createHttpServer().on(
    'request',
    limitPipelining(
      createLog((line) => lines.push(line)),
      listener,
    ),
  )
  // Otherwise idle connections would end during a test.
  server.keepAliveTimeout = 0
  return { ...(await listenOnLoopback(server)), lines }
}

test('a response has each common header once, and its own value in the place of a common one', async () => {
  for (const url of ['http://localhost', 'http://127.0.0.1']) addHeadersOf(url)
  const { origin, stop } = await startServer((_request, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=60', 'x-frame-options': 'SAMEORIGIN' }).end('pan')
  })
  const { rawHeaders } = await new Promise<IncomingMessage>((resolve) => get(origin, resolve))
  const valuesOf = (wanted: string) =>
    rawHeaders.filter((_, at) => rawHeaders[at - 1]?.toLowerCase() === wanted)
  expect(valuesOf('cache-control')).toEqual(['max-age=60'])
  expect(valuesOf('x-frame-options')).toEqual(['SAMEORIGIN'])
  expect(valuesOf('referrer-policy')).toEqual(['no-referrer'])
  expect(valuesOf('cross-origin-opener-policy')).toEqual(['same-origin'])
  await stop()
})

test('no response is kept by its connection, nor counts once it is sent', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const responses: WeakRef<ServerResponse>[] = []
  const server = await startServer((_request, response) => {
    responses.push(new WeakRef(response))
    response.end('pan')
  })
  const { socket, received } = await openSocket(server)
  for (let count = 1; count <= 20; count += 1) {
    socket.write(REQUEST)
    await expect.poll(() => received().match(/pan/g)).toHaveLength(count)
  }
  await expect
    .poll(() => {
      collectGarbage()
      return responses.map((response) => response.deref() === undefined)
    })
    .toEqual(Array(20).fill(true))
  socket.destroy()
  await server.stop()
})

test('all responses of a connection with a 17th unanswered request close, and the listener never sees that', async () => {
  const responses: ServerResponse[] = []
  let closed = 0
  const server = await startServer((_request, response) => {
    responses.push(response)
    response.once('close', () => {
      closed += 1
    })
  })
  const connection = await openSocket(server)
  connection.socket.write(REQUEST.repeat(16))
  await expect.poll(() => responses).toHaveLength(16)
  expect(closed).toBe(0)
  connection.socket.write(REQUEST.repeat(2))
  expect(await connection.closed).toBe(true)
  await expect.poll(() => closed).toBe(16)
  expect(responses).toHaveLength(16)
  await expect.poll(() => server.lines).toEqual([expect.stringContaining('"event":"connection.flooded"')])
  await server.stop()
})
