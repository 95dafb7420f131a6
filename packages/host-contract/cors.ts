import { type Answer, Broken, type Check, type Host, NotChecked } from './expectations'

const CONTENT = ['content-type']
const NOTES = ['authorization', 'content-type']

/** Calls of the front end, with the headers that a browser asks for in its preflight. */
const CALLS: [method: string, path: string, headers: string[]][] = [
  ['POST', '/auth/login', CONTENT],
  ['POST', '/auth/register', CONTENT],
  ['GET', '/notes', ['authorization']],
  ['POST', '/notes', NOTES],
  ['GET', `/notes/${crypto.randomUUID()}`, ['authorization']],
  ['PUT', `/notes/${crypto.randomUUID()}`, NOTES],
  ['DELETE', `/notes/${crypto.randomUUID()}`, ['authorization']],
]

/** Headers that the front end sends once it can read what the list or a note offers. */
const OFFERS: [exposed: string, by: 'list' | 'note', sent: string, method: string, path: string][] = [
  ['etag', 'list', 'if-none-match', 'GET', '/notes'],
  ['notas-etag', 'list', 'if-none-match', 'GET', '/notes'],
  ['etag', 'note', 'if-match', 'PUT', `/notes/${crypto.randomUUID()}`],
  ['notas-etag', 'note', 'if-match', 'PUT', `/notes/${crypto.randomUUID()}`],
  ['notas-features', 'list', 'idempotency-key', 'POST', '/notes'],
]

export const CORS: Record<string, Check> = {
  async 'CORS: a browser lets the front end make each call'({ host, frontEnd }) {
    const origin = otherOrigin(host, frontEnd)
    for (const [method, path, headers] of CALLS) await expectAllowed(host, origin, { method, path, headers })
  },

  async 'CORS: a browser lets the front end read each answer, also a failure'({ host, ana, frontEnd }) {
    const origin = otherOrigin(host, frontEnd)
    const headers = { Origin: origin }
    expectReadable(await ana.call('GET', '/notes', undefined, headers), origin)
    expectReadable(await host.call('GET', '/notes', { token: crypto.randomUUID(), headers }), origin)
    expectReadable(await ana.call('GET', `/notes/${crypto.randomUUID()}`, undefined, headers), origin)
    const body = { email: ana.email, password: `${ana.password}x` }
    expectReadable(await host.call('POST', '/auth/login', { body, headers }), origin)
  },

  async 'CORS: what an answer exposes may be sent back'({ host, ana, frontEnd }) {
    const origin = otherOrigin(host, frontEnd)
    const { id } = await ana.create()
    const answers = {
      list: await ana.call('GET', '/notes', undefined, { Origin: origin }),
      note: await ana.call('GET', `/notes/${id}`, undefined, { Origin: origin }),
    }
    for (const [name, by, sent, method, path] of OFFERS)
      if (exposes(answers[by], name))
        await expectAllowed(host, origin, { method, path, headers: ['authorization', sent] })
  },
}

function otherOrigin(host: Host, frontEnd: string | undefined): string {
  if (frontEnd === undefined) throw new NotChecked('name the front end: --front-end ORIGIN')
  if (frontEnd === host.origin) throw new NotChecked('the front end has the origin of the host')
  return frontEnd
}

type Wanted = { method: string; path: string; headers: string[] }

async function expectAllowed(host: Host, origin: string, { method, path, headers: wanted }: Wanted) {
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': wanted.join(','),
  }
  const answer = await host.call('OPTIONS', path, { headers })
  const preflight = `${answer.call}, which browsers send before a ${method}, answers`
  if (answer.status < 200 || answer.status > 299) throw new Broken(`${preflight} ${answer.status}`)
  expectReadable(answer, origin)
  // Browsers compare methods with their case.
  const methods = wordsIn(answer.headers, 'Access-Control-Allow-Methods')
  if (!['GET', 'POST', ...methods].includes(method) && !methods.includes('*'))
    throw new Broken(`${preflight} without ${method} in Access-Control-Allow-Methods`)
  const allowed = namesIn(answer.headers, 'Access-Control-Allow-Headers')
  // The star does not stand for the token.
  const missing = wanted.find(
    (name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')),
  )
  if (missing) throw new Broken(`${preflight} without ${missing} in Access-Control-Allow-Headers`)
}

function expectReadable({ call, status, headers }: Answer, origin: string): void {
  const allowed = headers.get('Access-Control-Allow-Origin')
  if (allowed === origin || allowed === '*') return
  const actual =
    allowed === null ? 'without Access-Control-Allow-Origin' : `for the origin '${allowed}' alone`
  throw new Broken(`${call} answers ${status} ${actual}`, 'Access-Control-Allow-Origin')
}

/** The front end sends no credentials, so that the star stands for every name. */
function exposes({ headers }: Answer, name: string): boolean {
  const exposed = namesIn(headers, 'Access-Control-Expose-Headers')
  return headers.has(name) && (exposed.includes(name) || exposed.includes('*'))
}

function namesIn(headers: Headers, list: string): string[] {
  return wordsIn(headers, list).map((name) => name.toLowerCase())
}

function wordsIn(headers: Headers, list: string): string[] {
  return (headers.get(list) ?? '').split(',').map((word) => word.trim())
}
