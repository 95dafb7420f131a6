import { createHash } from 'node:crypto'
import {
  createHost,
  createMemory,
  type Extras,
  type HostRequest,
  type HostResponse,
} from '@notas/seven-calls'
import { streamOf, type Tab } from './tab'
import type { World } from './world'

type Answer = { status: number; headers?: Record<string, string>; body?: string }

type Fate = {
  /** How often the host gets the call. */
  arrives: 0 | 1 | 2
  /** The response: the host's, none, one that breaks off, or another one. */
  answer: 'host' | 'none' | 'broken' | 'cut' | Answer
  delay?: number
  redirected?: boolean
}

const PAGE = { headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><title>Portal</title>' }

const refusal = (status: number, headers = {}) => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify({ message: 'No puede ser.' }),
})

/** Outcomes of a call on the line. A session is ended by `endSessions` instead. */
export const FATES = {
  'lost on the way': { arrives: 0, answer: 'none' },
  'refused on the way': { arrives: 0, answer: 'broken' },
  'answer lost': { arrives: 1, answer: 'none' },
  'answer broken': { arrives: 1, answer: 'broken' },
  'answer cut': { arrives: 1, answer: 'cut' },
  late: { arrives: 1, answer: 'host', delay: 20_000 },
  'very late': { arrives: 1, answer: 'host', delay: 50_000 },
  doubled: { arrives: 2, answer: 'host' },
  'doubled, answer lost': { arrives: 2, answer: 'broken' },
  '400': { arrives: 0, answer: refusal(400) },
  '403': { arrives: 0, answer: refusal(403) },
  '413': { arrives: 0, answer: refusal(413) },
  '429': { arrives: 0, answer: refusal(429, { 'Retry-After': '2' }) },
  '500': { arrives: 0, answer: refusal(500) },
  '500, though done': { arrives: 1, answer: refusal(500) },
  '503': { arrives: 0, answer: refusal(503, { 'Retry-After': '2' }) },
  '507': { arrives: 0, answer: refusal(507) },
  'page with 200': { arrives: 0, answer: { status: 200, ...PAGE } },
  'page with 200, though done': { arrives: 1, answer: { status: 200, ...PAGE } },
  'redirect to a page': { arrives: 0, answer: { status: 200, ...PAGE }, redirected: true },
  'redirect to JSON': { arrives: 0, answer: { ...refusal(200), body: '{}' }, redirected: true },
  'redirect, though done': { arrives: 1, answer: 'host', redirected: true },
  'page with 401': { arrives: 0, answer: { status: 401, ...PAGE } },
  'page with 403': { arrives: 0, answer: { status: 403, ...PAGE } },
  'page with 404': { arrives: 0, answer: { status: 404, ...PAGE } },
  'page with 413': { arrives: 0, answer: { status: 413, ...PAGE } },
  'page with 502': { arrives: 0, answer: { status: 502, ...PAGE } },
  'page with 502, though done': { arrives: 1, answer: { status: 502, ...PAGE } },
  'page with 503': { arrives: 0, answer: { status: 503, ...PAGE } },
  'page with 504, though done': { arrives: 1, answer: { status: 504, ...PAGE } },
} satisfies Record<string, Fate>

const WELL: Fate = { arrives: 1, answer: 'host' }

/** Whether the host itself seems to refuse a call, for good. */
function isRefusal({ answer }: Fate): boolean {
  return (
    typeof answer === 'object' &&
    [400, 403, 413, 507].includes(answer.status) &&
    !answer.body?.startsWith('<')
  )
}

export type FateName = keyof typeof FATES

export type Line = ReturnType<typeof createLine>

/** How a proxy changes the ETags of answers. */
export type Tags = 'as they are' | 'weak' | 'with a suffix'

type Seen = (
  tab: Tab | undefined,
  request: HostRequest,
  response: HostResponse,
  fate: FateName | undefined,
) => void

type Told = (tab: Tab, request: HostRequest, response: HostResponse) => void

/** `isQuiet`: the host answers writes with nothing. */
export function createLine(
  world: World,
  extras: Extras,
  { tags, isQuiet }: { tags: Tags; isQuiet: boolean },
) {
  const { random } = world
  let ids = 0
  const hash = async (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)
  const memory = createMemory()
  const sentKeys = new Set<string>()
  const refusedKeys = new Set<string>()
  const host = createHost({ ...extras, storage: memory, now: world.now, newId: () => `id${++ids}`, hash })
  const line = {
    extras,
    memory,
    /** Fates that exist on this day, and how often one befalls a call. */
    fates: [] as FateName[],
    chance: 0,
    /** Origin of the host, if it is another one than the pages'. */
    apiHost: '',
    isDown: false,
    onSeen: (() => {}) as Seen,
    /** Is told of a whole answer of the host that reaches a page. */
    onTold: (() => {}) as Told,
    /** Is told of a call that comes after another one with its key was refused for good. */
    onLate: (_request: HostRequest): void => {},
    underWay: 0,

    /** Calls the host, without a line between. */
    async ask(method: string, path: string, token?: string, body?: object): Promise<HostResponse> {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      const request = { method, path, headers, body: body ? JSON.stringify(body) : '' }
      const response = await host(request)
      line.onSeen(undefined, request, response, undefined)
      return response
    },

    async call(
      tab: Tab,
      url: string,
      { method = 'GET', headers, body, signal }: RequestInit,
    ): Promise<Response> {
      const request = {
        method,
        path: url,
        headers: Object.fromEntries(
          Object.entries(headers as Record<string, string>).map(([key, value]) => [key.toLowerCase(), value]),
        ),
        body: String(body ?? ''),
      }
      const isOfNotes = /^\/api\/(notes|trash)/.test(url)
      const isFaulty = isOfNotes && random.chance(line.chance) && line.fates.length > 0
      const name = isFaulty ? random.pick(line.fates) : undefined
      const drawn: Fate = name ? FATES[name] : WELL
      // A host that keeps keys looks the key up before it refuses a text.
      const key = request.headers['idempotency-key'] ?? ''
      const isKnown = extras.keys && sentKeys.has(key)
      const fate = isKnown && isRefusal(drawn) ? WELL : drawn
      if (isRefusal(fate)) refusedKeys.add(key)
      line.underWay += 1
      try {
        return await Promise.race([abortOf(signal), carry(tab, request, fate, name)])
      } finally {
        line.underWay -= 1
      }
    },
  }

  async function carry(
    tab: Tab,
    request: HostRequest,
    fate: Fate,
    name: FateName | undefined,
  ): Promise<Response> {
    const delay = fate.delay ?? 0
    await sleep(random.between(5, 200) + random.below(delay + 1))
    const isAllowed = !line.apiHost || extras.keys || !request.headers['idempotency-key']
    if (!tab.isOnline() || line.isDown || !isAllowed) throw new TypeError('Failed to fetch')
    let response: HostResponse | undefined
    for (let times = 0; times < fate.arrives; times++) {
      if (times > 0) await sleep(random.between(1, 400))
      response = await host(request)
      const key = request.headers['idempotency-key']
      if (key) sentKeys.add(key)
      if (key && refusedKeys.has(key)) line.onLate(request)
      if (
        isQuiet &&
        /^(POST|PUT) \/api\/notes/.test(`${request.method} ${request.path}`) &&
        response.status < 300
      )
        response = { status: response.status, headers: {}, body: '' }
      line.onSeen(tab, request, response, name)
    }
    await sleep(random.between(5, 200) + random.below(delay + 1))
    const { answer } = fate
    if (answer === 'none') return new Promise(() => {})
    if (answer === 'broken' || !tab.isOnline()) throw new TypeError('Failed to fetch')
    if (typeof answer === 'object') return responseOf(answer, fate)
    if (answer === 'host' && !fate.redirected && tab.isAlive && !tab.isFrozen)
      line.onTold(tab, request, response as HostResponse)
    return responseOf(response as HostResponse, fate)
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void world.after(ms, resolve))
  }

  function responseOf(
    { status, headers = {}, body = '' }: Answer,
    { redirected = false, answer }: Fate,
  ): Response {
    const isCut = answer === 'cut'
    const text = isCut ? body.slice(0, random.below(body.length + 1)) : body
    return {
      ok: status >= 200 && status < 300,
      redirected,
      status,
      statusText: '',
      headers: new Headers(withTags(headers)),
      body: status === 304 || status === 204 ? null : streamOf(text, isCut),
      async text() {
        if (isCut) throw new TypeError('network error')
        return text
      },
    } as unknown as Response
  }

  function withTags({ ETag, ...headers }: Record<string, string>): Record<string, string> {
    if (!ETag || tags === 'as they are') return { ...headers, ...(ETag && { ETag }) }
    return { ...headers, ETag: tags === 'weak' ? `W/${ETag}` : ETag.replace(/"$/, '-gzip"') }
  }

  return line
}

function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}
