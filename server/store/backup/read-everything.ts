import { type Database, sql } from '../database'
import { listNotes } from '../notes'
import { listTrash } from '../trash'
import { listVersions } from '../versions'

const ALL = { bytes: Number.POSITIVE_INFINITY, rests: false }

export type Counts = { users: number; notes: number; trashed: number; versions: number }

/** Reads every note of every user as the host does, and counts. Throws if a note is missing or cannot be read. */
export async function readEverything(database: Database): Promise<Counts> {
  const users = await database.read(
    sql`SELECT id, notes_count, trash_count,
        (SELECT count(*) FROM versions WHERE user_id = users.id) AS versions_count
      FROM users`,
  )
  const counts = { users: users.length, notes: 0, trashed: 0, versions: 0 }
  for (const { id, notes_count, trash_count, versions_count } of users) {
    const userId = String(id)
    counts.notes += await readAll(listNotes(database, userId, ALL), notes_count)
    counts.trashed += await readAll(listTrash(database, { userId, since: 0 }, ALL), trash_count)
    counts.versions += await readAll(listVersions(database, userId, ALL), versions_count)
  }
  return counts
}

async function readAll(pages: AsyncGenerator<Buffer>, expected: unknown): Promise<number> {
  let count = 0
  for await (const page of pages) count += (JSON.parse(page.toString()) as unknown[]).length
  if (count !== Number(expected)) throw new Error(`a user has ${count} notes instead of ${expected}`)
  return count
}
