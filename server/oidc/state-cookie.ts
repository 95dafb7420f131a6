import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import { generateCookie, generateSignedCookie, getSignedCookie } from 'hono/cookie'
import type { AuthorizationChecks } from './provider'

const LIFETIME_SECONDS = 10 * 60
const LIFETIME_MS = LIFETIME_SECONDS * 1000

const NAME = 'notas-sign-in'

type PendingLogin = AuthorizationChecks & {
  returnTo: string
  /** SHA-256 of the verifier that only that front end has. */
  challenge: string
}

/** Stored in the browser, so that any host with the same secret can finish the login, for that browser alone. */
export function createStateCookie(secret: string, { isSecure }: { isSecure: boolean }) {
  const key = createHmac('sha256', secret).update(NAME).digest('hex')
  const prefix = isSecure ? 'secure' : undefined // which also makes it Secure
  const options = { path: '/api/auth/oidc', httpOnly: true, sameSite: 'Lax', prefix } as const

  return {
    set(login: PendingLogin, now: number): Promise<string> {
      const loginWithExpiry = { ...login, expiresAt: now + LIFETIME_MS }
      const value = Buffer.from(JSON.stringify(loginWithExpiry)).toString('base64url')
      return generateSignedCookie(NAME, value, key, { ...options, maxAge: LIFETIME_SECONDS })
    },

    async read(c: Context, now: number): Promise<PendingLogin | undefined> {
      const value = await getSignedCookie(c, key, NAME, prefix)
      if (!value) return undefined
      const { expiresAt, ...login } = JSON.parse(Buffer.from(value, 'base64url').toString())
      return expiresAt > now && expiresAt <= now + 2 * LIFETIME_MS ? login : undefined
    },

    clear(): string {
      return generateCookie(NAME, '', { ...options, maxAge: 0 })
    },
  }
}
