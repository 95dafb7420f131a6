import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Reply = {
  /** 0 where there was no answer, or only a part of one. */
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** How long it took, in milliseconds. */
  ms: number
  /** Why there was no answer. */
  code?: string
  /** Whether the host said that it was reading the request, which only `continues` makes it say. */
  isBegun: boolean
}

type Options = {
  token?: string
  json?: unknown
  /** One that keeps connections; without it each request has its own. */
  agent?: Agent
  /** Sends the body only when the host has asked for it. */
  continues?: boolean
  /** How long an answer is waited for, in milliseconds. */
  patience?: number
}

/** Never rejects: that there is no answer is an outcome as others are. */
export function ask(
  { origin }: { origin: string },
  method: string,
  path: string,
  { token, json, agent, continues, patience = 10_000 }: Options = {},
): Promise<Reply> {
  const { hostname, port } = new URL(origin)
  const body = json === undefined ? undefined : JSON.stringify(json)
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
    ...(continues && { Expect: '100-continue' }),
  }
  const start = performance.now()
  let isBegun = false

  return new Promise((resolve) => {
    function settle(reply: Partial<Reply>): void {
      clearTimeout(timer)
      resolve({ status: 0, headers: {}, body: '', isBegun, ms: performance.now() - start, ...reply })
    }
    const fail = (cause: NodeJS.ErrnoException) => settle({ code: cause.code ?? cause.message })

    const sent = request({ hostname, port, method, path, headers, agent: agent ?? false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('error', fail)
      answer.on('end', () =>
        settle({
          status: answer.statusCode,
          headers: answer.headers,
          body: Buffer.concat(parts).toString(),
        }),
      )
    })
    const timer = setTimeout(() => sent.destroy(new Error('no answer in time')), patience)
    sent.on('error', fail)
    sent.on('continue', () => {
      isBegun = true
      sent.end(body)
    })
    if (continues) sent.flushHeaders()
    else sent.end(body)
  })
}
