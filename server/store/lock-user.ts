import type { Database, Statement } from './database'

/** Goes first: all writes lock the user before its rows, and what follows sees what they have committed. */
export function lockUser({ rowLock }: Database, userId: string): Statement {
  return { sql: `SELECT id FROM users WHERE id = ? ${rowLock}`, params: [userId] }
}
