import { ApiError } from './api-error'

/** A host whose answer has not begun after so long, in milliseconds, counts as one that cannot be reached. */
const TIMEOUT = 30_000

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  token?: string
  body?: object
  /** The only version that may be replaced. */
  ifMatch?: string | undefined
  /** Whether the bytes of a good answer are wanted, and not its text. */
  withBytes?: boolean
}

export type Answer = {
  ok: boolean
  status: number
  statusText: string
  text: string
  /** As they came, where they were asked for; a long answer is kept as bytes without being copied. */
  bytes: Blob | undefined
  /** The parsed JSON, when it is asked for; undefined where the text is empty or something else. */
  readonly body: unknown
  /** The strong ETag; undefined where there is none, or the browser does not show it. */
  etag: string | undefined
}

/** Makes one call to the host. Throws an ApiError without a status where no whole answer comes. */
export async function request({ method, path, token, body, ifMatch, withBytes }: Call): Promise<Answer> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new Error(`No answer in ${TIMEOUT / 1000} s`)), TIMEOUT)
  try {
    const response = await fetch(addressOfCall(path), {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      },
      body: body ? JSON.stringify(body) : null,
      // A host's answer may be kept, and never stand for a newer one.
      cache: 'no-cache',
      signal: timeout.signal,
    })
    clearTimeout(timer)
    const { ok, status, statusText } = response
    const bytes = withBytes && ok ? await response.blob() : undefined
    const text = bytes ? '' : await response.text()
    const etag = /^".*"$/.exec(response.headers.get('ETag') ?? '')?.[0]
    return {
      ok,
      status,
      statusText,
      text,
      bytes,
      get body() {
        return parsed(text)
      },
      etag,
    }
  } catch (cause) {
    throw new ApiError(cause instanceof Error ? cause.message : String(cause), { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Where the host takes a call. */
export function addressOfCall(path: string): string {
  return `${process.env.NEXT_PUBLIC_API_HOST ?? ''}${path}`
}

/** The failure that an answer stands for. */
export function failure(message: string, { status, body }: Answer): ApiError {
  return new ApiError(message, { status, hostMessage: textAt(body, 'message') })
}

/** The failure of a load, in the words of the specification. */
export function loadFailure(answer: Answer): ApiError {
  return failure(`Error ${answer.status}: ${answer.statusText}`, answer)
}

/** The text under a key of an answer's body; undefined where there is none, or an empty one. */
export function textAt(body: unknown, key: string): string | undefined {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A note's id. Identifiers are the host's own affair: some count. */
export function idIn(body: unknown): string | undefined {
  const { _id } = (body ?? {}) as { _id?: unknown }
  return typeof _id === 'number' ? String(_id) : textAt(body, '_id')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
