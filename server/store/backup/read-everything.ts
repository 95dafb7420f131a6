import type { Note } from '@/lib/domain/note'
import { type Database, sql } from '../database'
import { listNotes } from '../notes'
import { listTrash } from '../trash'

const ALL = { bytes: Number.POSITIVE_INFINITY, rests: false }

/** Reads every note of every user as the host does, and counts. Throws if a note is missing or cannot be read. */
export async function readEverything(
  database: Database,
): Promise<{ users: number; notes: number; trashed: number }> {
  const users = await database.read(sql`SELECT id, notes_count, trash_count FROM users`)
  let [notes, trashed] = [0, 0]
  for (const { id, notes_count, trash_count } of users) {
    const userId = String(id)
    notes += await readAll(listNotes(database, userId, ALL), Number(notes_count))
    trashed += await readAll(listTrash(database, { userId, since: 0 }, ALL), Number(trash_count))
  }
  return { users: users.length, notes, trashed }
}

async function readAll(pages: AsyncGenerator<Buffer>, expected: number): Promise<number> {
  let count = 0
  for await (const page of pages) count += (JSON.parse(page.toString()) as Note[]).length
  if (count !== expected) throw new Error(`a user has ${count} notes instead of ${expected}`)
  return count
}
