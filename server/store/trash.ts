import { restSince, yieldToOthers } from '../fairness/yield-to-others'
import type { Database, Row } from './database'
import { BYTES, type Listing, listRows, PAGE, pagesOf } from './list-rows'
import { lockUser } from './lock-user'
import { NEXT_VERSION, NOTE_PAIRS, type StoredNote, storedNote } from './notes'

/** Notes deleted before `since` can no longer be restored. */
type Trash = { userId: string; since: number }

/** Length of an empty note in the list of the trash. */
const EMPTY_NOTE_BYTES = 100

/** All notes in the trash of the user, deleted last first, as JSON arrays. */
export function listTrash(
  database: Database,
  { userId, since }: Trash,
  listing: Listing,
): AsyncGenerator<Buffer> {
  const pairs = `${NOTE_PAIRS}, 'deletedAt', deleted_at`
  const source = { table: 'trash', pairs, condition: 'user_id = ? AND deleted_at >= ?' } as const
  return listRows(database, { ...source, params: [userId, since] }, listing)
}

/** The version of the last delete in the trash, 0 if it is empty, and about the length of its list as JSON in UTF-8. */
export async function measureTrash(
  database: Database,
  userId: string,
): Promise<{ version: number; bytes: number }> {
  const [row] = await database.read({
    sql: `SELECT trash_count, trash_bytes, (SELECT max(version) FROM trash WHERE user_id = users.id) AS version
      FROM users WHERE id = ?`,
    params: [userId],
  })
  return {
    version: Number(row?.version),
    bytes: Number(row?.trash_bytes) + Number(row?.trash_count) * EMPTY_NOTE_BYTES,
  }
}

/** Moves the note back, as the newest edit. Undefined if it is not in the trash. */
export async function restoreNote(
  database: Database,
  { userId, since }: Trash,
  id: string,
  now: number,
): Promise<StoredNote | undefined> {
  const [, [row] = []] = await database.write(
    lockUser(database, userId),
    {
      sql: `INSERT INTO notes (id, user_id, title, content, version, created_version)
        SELECT trash.id, users.id, title, content, ${NEXT_VERSION}, created_version
        FROM users JOIN trash ON trash.user_id = users.id
        WHERE users.id = ? AND trash.id = ? AND deleted_at >= ?
        RETURNING id, title, content, version`,
      params: [now, now, userId, id, since],
    },
    {
      sql: 'DELETE FROM trash WHERE id = ? AND user_id = ? AND deleted_at >= ?',
      params: [id, userId, since],
    },
  )
  return row && storedNote(row)
}

/** Deletes the note for good. False if it is not in the trash. */
export async function eraseNote(database: Database, { userId, since }: Trash, id: string): Promise<boolean> {
  const [, rows = []] = await database.write(lockUser(database, userId), {
    sql: 'DELETE FROM trash WHERE id = ? AND user_id = ? AND deleted_at >= ? RETURNING id',
    params: [id, userId, since],
  })
  return rows.length > 0
}

/** Deletes for good all notes that the user has deleted up to that version. */
export async function emptyTrash(database: Database, userId: string, version: number): Promise<void> {
  for (;;) {
    const rows = await database.read({
      sql: `SELECT version, ${BYTES} AS bytes FROM trash WHERE user_id = ? AND version <= ?
        ORDER BY version LIMIT ${PAGE.notes}`,
      params: [userId, version],
    })
    const [page] = pagesOf(rows)
    if (!page) return
    await database.write(lockUser(database, userId), {
      sql: 'DELETE FROM trash WHERE user_id = ? AND version <= ?',
      params: [userId, Number(page.at(-1)?.version)],
    })
    await yieldToOthers()
  }
}

/** Deletes for good all notes that were deleted before then, of all users, unless `signal` stops it. */
export async function purgeTrash(database: Database, before: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const start = performance.now()
    if (!(await purgePage(database, before))) return
    await restSince(start)
  }
}

/** Deletes for good the first notes that were deleted before then. False if there are none. */
export async function purgePage(database: Database, before: number): Promise<boolean> {
  const rows = await database.read({
    sql: `SELECT id, user_id, ${BYTES} AS bytes FROM trash WHERE deleted_at < ?
      ORDER BY deleted_at LIMIT ${PAGE.notes}`,
    params: [before],
  })
  const [page] = pagesOf(rows)
  if (!page) return false
  for (const [userId, ids] of idsByUser(page)) {
    await database.write(
      lockUser(database, userId),
      ...ids.map((id) => ({
        sql: 'DELETE FROM trash WHERE id = ? AND user_id = ? AND deleted_at < ?',
        params: [id, userId, before],
      })),
    )
  }
  return true
}

function idsByUser(rows: Row[]): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const row of rows) {
    const userId = String(row.user_id)
    ids.set(userId, [...(ids.get(userId) ?? []), String(row.id)])
  }
  return ids
}
