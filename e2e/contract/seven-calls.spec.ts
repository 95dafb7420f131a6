import { createHash, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { OPTIONAL, PROMISES } from '@notas/host-contract'
import { createHost, createMemory, type Extras } from '@notas/seven-calls'
import { expect, test } from '@playwright/test'
import { resultsOf } from '../support/contract-results'

const ALL = { keys: true, etags: true, trashDays: 30, versions: 5, logout: true }

const KINDS: [name: string, extras: Extras, optional: string][] = [
  ['the host of seven calls in memory', {}, 'not offered'],
  ['the host in memory with all extras', ALL, 'holds'],
]

for (const [name, extras, optional] of KINDS)
  test(`${name} keeps every promise`, async () => {
    const server = await serve(extras)
    try {
      const results = await resultsOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      const checked = results.filter(({ name }) => !name.startsWith('CORS'))
      expect(checked).toEqual([
        { name: 'two accounts register and log in', is: 'holds' },
        ...Object.keys(PROMISES).map((name) => ({ name, is: 'holds' })),
        ...Object.keys(OPTIONAL).map((name) => ({ name, is: optional })),
      ])
    } finally {
      server.close()
    }
  })

async function serve(extras: Extras): Promise<Server> {
  const hash = async (text: string) => createHash('sha256').update(text).digest('hex')
  const answer = createHost({ ...extras, storage: createMemory(), now: Date.now, newId: randomUUID, hash })
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const answered = await answer({
      method,
      path,
      headers: headers as Record<string, string>,
      body: await text(request),
    })
    response.writeHead(answered.status, answered.headers).end(answered.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
