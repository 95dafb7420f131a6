import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import { generateCookie, generateSignedCookie, getSignedCookie } from 'hono/cookie'
import type { Checks } from './provider'

/** How long the provider's pages may take a person, in seconds. */
const LIFETIME = 10 * 60

const NAME = 'notas-sign-in'

/** A sign-in between its start and the return from the provider. */
export type PendingSignIn = Checks & {
  /** Where the front end is that wants it. */
  returnTo: string
  /** SHA-256 of what only that front end knows. */
  challenge: string
}

export type PendingSignIns = ReturnType<typeof createPendingSignIns>

/**
 * Kept in a signed cookie, so that the browser that begins a sign-in is the one that ends it, on whichever host. A
 * browser has one at a time.
 *
 * @param secret one that all hosts share
 */
export function createPendingSignIns(secret: string, { isSecure }: { isSecure: boolean }) {
  const key = createHmac('sha256', secret).update(NAME).digest('hex')
  const options = { path: '/api/auth/oidc', httpOnly: true, sameSite: 'Lax', secure: isSecure } as const

  return {
    /** The header that has the browser keep it. */
    keep(pending: PendingSignIn, now: number): Promise<string> {
      const kept = { ...pending, expiresAt: now + LIFETIME * 1000 }
      const value = Buffer.from(JSON.stringify(kept)).toString('base64url')
      return generateSignedCookie(NAME, value, key, { ...options, maxAge: LIFETIME })
    },

    async find(c: Context, now: number): Promise<PendingSignIn | undefined> {
      const value = await getSignedCookie(c, key, NAME)
      if (!value) return undefined
      const { expiresAt, ...pending } = JSON.parse(Buffer.from(value, 'base64url').toString())
      return expiresAt > now ? pending : undefined
    },

    /** The header that has the browser forget it. */
    forget(): string {
      return generateCookie(NAME, '', { ...options, maxAge: 0 })
    },
  }
}
