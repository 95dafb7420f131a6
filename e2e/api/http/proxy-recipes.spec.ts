import { createServer } from 'node:http'
import { join } from 'node:path'
import { Agent, fetch, type RequestInit, type Response } from 'undici'
import { createUser, type Origin, type User } from '../../support/api-client'
import { test as base, expect } from '../../support/api-fixtures'
import { listenOnLoopback } from '../../support/servers/process'
import { missingProgram, type RecipeServer, startRecipe, type WebServer } from '../../support/servers/recipe'

const RECIPES: Record<WebServer, string> = { nginx: 'nginx-host.conf', Caddy: 'Caddyfile-host' }

/** Separators between the addresses of several nodes. */
const SEPARATORS: Record<WebServer, string> = { nginx: '; server ', Caddy: ' ' }

type Client = (path: string, init?: RequestInit) => Promise<Response>

type Fixtures = {
  /** Starts a proxy with its recipe in front of servers. */
  startProxy: (proxy: WebServer, ...servers: Origin[]) => Promise<RecipeServer>
  /** Returns a function that sends requests over TLS from one of the addresses of loopback. */
  clientOf: (server: RecipeServer, address?: string) => Client
}

const test = base.extend<Fixtures>({
  startProxy: async ({ folder }, use) => {
    const servers: RecipeServer[] = []
    await use(async (proxy, ...nodes) => {
      const addresses = nodes.map(({ origin }) => new URL(origin).host)
      const server = await startRecipe(proxy, {
        recipe: join('deploy/dist', RECIPES[proxy]),
        folder,
        edits: [['127.0.0.1:3000', addresses.join(SEPARATORS[proxy])]],
      })
      servers.push(server)
      return server
    })
    await Promise.all(servers.map((server) => server.stop()))
  },

  clientOf: async ({ startProxy }, use) => {
    expect(startProxy).toBeDefined()
    const agents: Agent[] = []
    await use(({ origin, ca }, localAddress = '127.0.0.1') => {
      const dispatcher = new Agent({ localAddress, connect: { ca } })
      agents.push(dispatcher)
      return (path, init) => fetch(`${origin}${path}`, { dispatcher, redirect: 'manual', ...init })
    })
    await Promise.all(agents.map((agent) => agent.destroy()))
  },
})

for (const proxy of ['nginx', 'Caddy'] as const) {
  test.describe(`behind ${proxy}`, () => {
    const reason = missingProgram(proxy)
    test.skip(reason !== undefined && !process.env.CI, reason ?? '')

    test('http redirects to TLS with HSTS', { tag: '@slow' }, async ({ host, startProxy, clientOf }) => {
      const server = await startProxy(proxy, host)
      const client = clientOf(server)

      for (const [path, text] of [
        ['/api/notes', '{"message"'],
        ['/app/', '<!DOCTYPE html>'],
      ] as const) {
        const response = await client(path)
        expect(await response.text()).toContain(text)
        expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')

        const redirect = await fetch(`${server.httpOrigin}${path}?x=1`, { redirect: 'manual' })
        expect(redirect.status).toBe(308)
        expect(redirect.headers.get('location')).toBe(`https://127.0.0.1${path}?x=1`)
        expect(redirect.headers.get('strict-transport-security')).toBeNull()
      }

      // The longest note passes, and the host itself rejects longer bodies.
      const { token } = await createUser(host)
      const post = (content: string) =>
        client('/api/notes', {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ title: '', content }),
        })
      expect((await post('😀'.repeat(200_000))).status).toBe(201)
      const tooLong = await post('a'.repeat(1_500_000))
      expect(tooLong.status).toBe(413)
      expect(await tooLong.json()).toHaveProperty('message')
    })

    test('10 wrong logins block their address', { tag: '@slow' }, async ({ host, startProxy, clientOf }) => {
      test.skip(process.platform !== 'linux', 'only Linux has many loopback addresses')
      const server = await startProxy(proxy, host)
      const user = await createUser(host)
      const attacker = clientOf(server, '127.0.0.2')
      const owner = clientOf(server, '127.0.0.3')

      for (const forged of [...Array(8).keys()].map((number) => `198.51.100.${number}`)) {
        expect((await logIn(attacker, user, 'otra', { 'X-Forwarded-For': forged })).status).toBe(401)
      }
      const names = { 'X-Forwarded-For': '127.0.0.3, 127.0.0.3', 'X-Real-IP': '127.0.0.3' }
      expect((await logIn(attacker, user, 'otra', names)).status).toBe(401)
      expect((await logIn(attacker, user, 'otra', { Forwarded: 'for=127.0.0.3' })).status).toBe(401)

      expect((await logIn(attacker, user)).status).toBe(429)
      expect((await logIn(attacker, user, undefined, names)).status).toBe(429)
      expect((await logIn(owner, user)).status).toBe(200)
    })

    test('a response passes piece by piece', { tag: '@slow' }, async ({ startProxy, clientOf }) => {
      const start = 'a'.repeat(10_000)
      const slow = createServer((_, outgoing) => {
        outgoing.writeHead(200, { 'Strict-Transport-Security': 'max-age=1' }).write(start)
      })
      const host = await listenOnLoopback(slow)
      const response = await clientOf(await startProxy(proxy, host))('/')

      expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
      let received = 0
      for await (const part of response.body ?? []) {
        received += part.length
        if (received === start.length) break
      }
      await host.stop()
    })

    test('a PUT or DELETE that a node took and lost goes to no other', { tag: '@slow' }, async ({
      startProxy,
      clientOf,
    }) => {
      const taken: string[] = []
      const losing = () => {
        const server = createServer((incoming, outgoing) => {
          if (incoming.method === 'GET') return outgoing.end()
          taken.push(String(incoming.method))
          return incoming.resume().on('end', () => incoming.socket.destroy())
        })
        return listenOnLoopback(server)
      }
      const nodes = [await losing(), await losing()]
      const client = clientOf(await startProxy(proxy, ...nodes))
      // nginx leaves each node out for 10 seconds once it has lost a request.
      for (const [method, body] of [
        ['DELETE', null],
        ['PUT', '{"title":"","content":""}'],
      ] as const) {
        expect((await client('/api/notes/1', { method, body })).status).toBe(502)
      }
      expect(taken).toEqual(['DELETE', 'PUT'])
      for (const node of nodes) await node.stop()
    })
  })
}

function logIn(
  client: Client,
  { email, password }: User,
  guess = password,
  headers: Record<string, string> = {},
): Promise<Response> {
  return client('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ email, password: guess }),
  })
}
