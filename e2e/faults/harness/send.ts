import type { Agent, IncomingHttpHeaders } from 'node:http'
import { call, type Origin } from '../../support/api-client'

export type SendResult = {
  /** 0 if there was no complete response. */
  status: number
  headers: IncomingHttpHeaders
  body: string
  ms: number
  code?: string
  /** True if the host sent 100 Continue, for which the request must set `expectsContinue`. */
  isContinued: boolean
}

export type Transport = {
  /** Connection pool; without it each request opens its own connection. */
  agent?: Agent
  expectsContinue?: boolean
  /** Longest wait for the response, in milliseconds. */
  timeout?: number
}

type Options = Transport & {
  token?: string
  json?: unknown
  headers?: Record<string, string>
}

/** Calls the API. Never rejects: no response is status 0. */
export async function send(
  host: Origin,
  method: string,
  path: string,
  { expectsContinue, timeout = 30_000, ...options }: Options = {},
): Promise<SendResult> {
  const start = performance.now()
  let isContinued = false
  const onContinue = expectsContinue ? () => (isContinued = true) : undefined
  try {
    const response = await call(host, method, path, { ...options, onContinue, timeout })
    return { ...response, body: response.body.toString(), isContinued, ms: performance.now() - start }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const ms = performance.now() - start
    return { status: 0, headers: {}, body: '', isContinued, ms, code: code ?? message }
  }
}
