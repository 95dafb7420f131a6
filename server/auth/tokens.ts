import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, as text that fits a header. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: whoever reads the database cannot sign in with it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
