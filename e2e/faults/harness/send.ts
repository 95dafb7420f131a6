import type { Agent, IncomingHttpHeaders } from 'node:http'
import { call } from '../../support/api-client'

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

/** Calls the API and never rejects: that there is no answer is an outcome as others are. */
export async function ask(
  host: { origin: string },
  method: string,
  path: string,
  { continues, patience = 10_000, ...options }: Options = {},
): Promise<Reply> {
  const start = performance.now()
  let isBegun = false
  const onContinue = continues ? () => (isBegun = true) : undefined
  try {
    const answer = await call(host, method, path, { ...options, onContinue, timeout: patience })
    return { ...answer, body: answer.body.toString(), isBegun, ms: performance.now() - start }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    return { status: 0, headers: {}, body: '', isBegun, ms: performance.now() - start, code: code ?? message }
  }
}
