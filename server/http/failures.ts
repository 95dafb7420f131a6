import { HTTPException } from 'hono/http-exception'
import * as messages from '../messages'

export class TooManyAttempts extends HTTPException {
  constructor(message: string, retryAfterSeconds: number) {
    super(429, withHeaders(message, { 'Retry-After': String(retryAfterSeconds) }))
  }
}

export function tooBusy(): HTTPException {
  return new HTTPException(503, withHeaders(messages.busy, { 'Retry-After': '5' }))
}

export function bodyTooLarge(maxBytes: number): HTTPException {
  return new HTTPException(413, { message: messages.bodyTooLarge(maxBytes / 1024) })
}

/** The rest of the body will not come, so the connection ends. */
export function bodyTooSlow(): HTTPException {
  return new HTTPException(408, withHeaders(messages.requestTimeout, { Connection: 'close' }))
}

export function notSignedIn(): HTTPException {
  return new HTTPException(401, withHeaders(messages.notSignedIn, { 'WWW-Authenticate': 'Bearer' }))
}

export function noteNotFound(): HTTPException {
  return new HTTPException(404, { message: messages.noteNotFound })
}

function withHeaders(message: string, headers: Record<string, string>) {
  return { message, res: new Response(null, { headers }) }
}
