import { createHash, randomBytes } from 'node:crypto'
import { fixedSql, type Statement, sql } from './database'

/** Creates a token of 256 random bits, after the digits of its user's id. */
export function createToken(userId: string): string {
  return `${userId.replaceAll('-', '')}${randomBytes(32).toString('base64url')}`
}

/** Until 1.3: a token of 1.0.0 names no user. */
export type TokenOf = { tokenHash: string; userId: string | undefined }

const NAMES_USER = /^[\da-f]{32}[\w-]{43}$/

export function readToken(token: string): TokenOf {
  return { tokenHash: hashToken(token), userId: NAMES_USER.test(token) ? idIn(token) : undefined }
}

function idIn(token: string): string {
  const part = (from: number, to: number) => token.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`
}

/** SQL that begins with AND: the row is one of the user, where the token names one. */
export function ofUser(column: string, userId: string | undefined): Statement {
  return userId === undefined ? fixedSql('') : sql`AND ${fixedSql(column)} = ${userId}`
}

/** Hashes several texts into one of 43 characters, which holds no personal data. */
export function hashTexts(...texts: string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url')
}

/** Hashes a token for storage, so that a copy of the database opens no session. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
