import { ApiError } from './api-error'
import type { ByteStream } from './json-list'

/** A body may take twice as long, and ten times as long with `read`. */
const TIMEOUT_MS = 30_000

/** Origin of the host if it is another one, to which browsers send a preflight. */
export const OTHER_ORIGIN = process.env.NEXT_PUBLIC_API_HOST // a text, which a move of the build can replace

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  token?: string
  body?: object
  headers?: Record<string, string>
  read?: (body: ByteStream) => Promise<void>
  keepalive?: boolean
  redirect?: RequestRedirect
}

export type ApiResponse = {
  ok: boolean
  redirected: boolean
  status: number
  statusText: string
  text: string
  body: unknown
  headers: Headers
}

export async function request(call: Call): Promise<ApiResponse> {
  const { method, path, token, body, read, keepalive = false, redirect = 'follow' } = call
  const url = urlOfCall(path)
  const headers = {
    Accept: 'application/json',
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body && { 'Content-Type': 'application/json' }),
    ...call.headers,
  }
  const early = takeEarlyCall(JSON.stringify([method, url, headers]))
  const controller = early?.controller ?? new AbortController()
  const abortAfter = (delay: number) =>
    setTimeout(() => controller.abort(new Error(`No response in ${delay / 1000} s`)), delay)
  let timer = abortAfter(TIMEOUT_MS)
  try {
    const response = await (early?.response ??
      fetch(url, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
        cache: 'no-store',
        keepalive,
        redirect,
        signal: controller.signal,
      }))
    const { ok, redirected, status, statusText } = response
    clearTimeout(timer)
    timer = abortAfter(TIMEOUT_MS * (read ? 10 : 2))
    const isRead = read && ok && response.body
    if (isRead) await read(response.body)
    const text = isRead ? '' : await response.text()
    return { ok, redirected, status, statusText, text, body: parseJson(text), headers: response.headers }
  } catch (cause) {
    throw new ApiError((cause as Error).message, { cause, isTimeout: controller.signal.aborted })
  } finally {
    clearTimeout(timer)
  }
}

/** GET that the page's inline script sent before the other scripts loaded. `key`: JSON of method, URL and headers. `at`: when, in milliseconds since 1970. */
export type EarlyCall = { key: string; response: Promise<Response>; controller: AbortController; at: number }

function takeEarlyCall(key: string): EarlyCall | undefined {
  const page = globalThis as { earlyCall?: EarlyCall }
  const early = page.earlyCall
  page.earlyCall = undefined
  if (early?.key === key) return early
  early?.controller.abort()
}

export function urlOfCall(path: string): string {
  return `${process.env.NEXT_PUBLIC_API_HOST ?? ''}${path}`
}

export function failure(
  cause: ApiResponse,
  message = `Error ${cause.status}: ${cause.statusText}`,
): ApiError {
  const { status, headers } = cause
  const hostMessage = textAt(cause.body, 'message')
  return new ApiError(message, { status, hostMessage, retryAfter: headers.get('Retry-After'), cause })
}

export function textAt(body: unknown, key: string): string | undefined {
  const value = (body as Record<string, unknown> | null | undefined)?.[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {} // it stays undefined
}
