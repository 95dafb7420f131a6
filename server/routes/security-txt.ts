import type { Hono } from 'hono'
import type { AppContext, Env } from '../context'
import { respond } from '../http/respond'

/** RFC 9116 asks for less than a year. */
const EXPIRY_MS = 180 * 24 * 60 * 60 * 1000

export function securityTxtRoute(app: Hono<Env>, { now }: AppContext, contact: string): void {
  app.get('/.well-known/security.txt', () => {
    const expires = new Date(now() + EXPIRY_MS).toISOString()
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: es, en', '']
    return respond(200, lines.join('\n'), { 'Content-Type': 'text/plain; charset=utf-8' })
  })
}
