import { randomUUID } from 'node:crypto'
import { sql } from '@/e2e/support/database'
import { openDatabase } from '@/server/store/open'
import { createToken, hashToken } from '@/server/store/tokens'

export type Account = { token: string; noteIds: string[] }

/** Number of users who make calls. */
export const ACTIVE = 100

const NOTES_OF_USER = 100
const BATCH = 100
const CONTENT = 'Riego los martes y los viernes. '.repeat(3)

/** Stores so many notes, a hundred a user, as if all had written in turns. Resolves to the active ones among them. */
export async function addNotes(databaseUrl: string, count: number): Promise<Account[]> {
  const database = await openDatabase(databaseUrl)
  const users = Array.from({ length: count / NOTES_OF_USER }, () => randomUUID())
  const every = users.length / ACTIVE
  const active = new Map(
    users
      .filter((_, at) => at % every === 0)
      .map((id) => [id, { token: createToken(id), noteIds: [] as string[] }]),
  )
  const rows = (text: string, length: number) => Array.from({ length }, () => text).join()
  for (let at = 0; at < users.length; at += BATCH) {
    const params = users.slice(at, at + BATCH).flatMap((id) => [id, `${id}@correo.es`])
    const values = rows("(?, 'Carmen', ?, '', 0, 1, 1)", BATCH)
    const columns = 'id, user_name, email, password_hash, notes_version, created_at, is_email_proved'
    await database.write(sql(`INSERT INTO users (${columns}) VALUES ${values}`, ...params))
  }
  for (const [id, { token }] of active) {
    const insert = 'INSERT INTO sessions (token_hash, user_id, last_used_at, created_at) VALUES (?, ?, ?, ?)'
    await database.write(sql(insert, hashToken(token), id, Date.now(), Date.now()))
  }
  for (let number = 1; number <= NOTES_OF_USER; number += 1) {
    for (let at = 0; at < users.length; at += BATCH) {
      const params = users.slice(at, at + BATCH).flatMap((user) => {
        const id = randomUUID()
        active.get(user)?.noteIds.push(id)
        return [id, user, CONTENT, number]
      })
      const insert = 'INSERT INTO notes (id, user_id, title, content, version) VALUES'
      await database.write(sql(`${insert} ${rows("(?, ?, 'Plantas', ?, ?)", BATCH)}`, ...params))
    }
  }
  if (database.dialect === 'postgres') await database.writeExclusively(sql('ANALYZE'))
  await database.close()
  return [...active.values()]
}
