import { type Database, type Row, sql } from '../database'
import { listNotes } from '../notes'
import { listTrash } from '../trash'
import { listVersions } from '../versions'

const ALL = { bytes: Number.POSITIVE_INFINITY, rests: false }

export type Counts = { users: number; notes: number; trashed: number; versions: number }

/** Reads every note of every user as the host does, and counts. Throws if a note is missing or cannot be read. */
export async function readEverything(database: Database): Promise<Counts> {
  const counts = { users: 0, notes: 0, trashed: 0, versions: 0 }
  for await (const { id, notes_count, trash_count } of usersOf(database)) {
    const userId = String(id)
    const [stored] = await database.read(
      sql`SELECT count(*) AS count FROM versions WHERE user_id = ${userId}`,
    )
    counts.users += 1
    counts.notes += await readAll(listNotes(database, userId, ALL), notes_count)
    counts.trashed += await readAll(listTrash(database, { userId, since: 0 }, ALL), trash_count)
    counts.versions += await readAll(listVersions(database, userId, ALL), stored?.count)
  }
  return counts
}

/** In parts: a database may end a statement that takes longer than a few seconds. */
async function* usersOf(database: Database): AsyncGenerator<Row> {
  let users: Row[] = []
  do {
    const last = String(users.at(-1)?.id ?? '')
    users = await database.read(
      sql`SELECT id, notes_count, trash_count FROM users WHERE id > ${last} ORDER BY id LIMIT 1000`,
    )
    yield* users
  } while (users.length > 0)
}

async function readAll(pages: AsyncGenerator<Buffer>, expected: unknown): Promise<number> {
  let count = 0
  for await (const page of pages) count += (JSON.parse(page.toString()) as unknown[]).length
  if (count !== Number(expected)) throw new Error(`a user has ${count} notes instead of ${expected}`)
  return count
}
