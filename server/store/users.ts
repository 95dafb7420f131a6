import type { Registration } from '@/lib/domain/credentials'
import type { Database } from './database'

type NewUser = Omit<Registration, 'password'> & { id: string; passwordHash: string; now: number }

/** False where that email has an account already. Emails come in lower case. */
export async function createUser(database: Database, user: NewUser): Promise<boolean> {
  const [rows = []] = await database.write({
    sql: `INSERT INTO users (id, user_name, email, password_hash, notes_version, created_at) VALUES (?, ?, ?, ?, 0, ?)
      ON CONFLICT (email) DO NOTHING RETURNING id`,
    params: [user.id, user.userName, user.email, user.passwordHash, user.now],
  })
  return rows.length > 0
}

export async function findUserByEmail(
  database: Database,
  email: string,
): Promise<{ id: string; passwordHash: string } | undefined> {
  const [user] = await database.read({
    sql: 'SELECT id, password_hash FROM users WHERE email = ?',
    params: [email],
  })
  return user && { id: String(user.id), passwordHash: String(user.password_hash) }
}
