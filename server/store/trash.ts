import { restSince, yieldToOthers } from '../fairness/yield-to-others'
import { type Database, lockUser, type Row, sql } from './database'
import { BYTES, LIMIT_PAGE, type Listing, listRows, pagesOf } from './list-rows'
import { NOTE_PAIRS, nextVersion, type StoredNote, storedNote } from './notes'

/** Notes deleted before `since` can no longer be restored. */
type Trash = { userId: string; since: number }

/** Length of an empty note in the list of the trash. */
const EMPTY_NOTE_BYTES = 100

export function listTrash(
  database: Database,
  { userId, since }: Trash,
  listing: Listing,
): AsyncGenerator<Buffer> {
  const pairs = `${NOTE_PAIRS}, 'deletedAt', deleted_at`
  const condition = sql`user_id = ${userId} AND deleted_at >= ${since}`
  return listRows(database, { table: 'trash', pairs, condition }, listing)
}

/** Version of the last delete, 0 if the trash is empty, and about the length of its list as JSON in UTF-8. */
export async function measureTrash(
  database: Database,
  userId: string,
): Promise<{ version: number; bytes: number }> {
  const [row] = await database.read(
    sql`SELECT trash_count, trash_bytes, (SELECT max(version) FROM trash WHERE user_id = users.id) AS version
      FROM users WHERE id = ${userId}`,
  )
  return {
    version: Number(row?.version),
    bytes: Number(row?.trash_bytes) + Number(row?.trash_count) * EMPTY_NOTE_BYTES,
  }
}

export async function restoreNote(
  database: Database,
  { userId, since }: Trash,
  id: string,
  now: number,
): Promise<StoredNote | undefined> {
  const [, [row] = []] = await database.write(
    lockUser(database, userId),
    sql`INSERT INTO notes (id, user_id, title, content, version, created_version, restored_version, saved_at)
      SELECT trash.id, users.id, title, content, ${nextVersion(now)}, created_version, ${nextVersion(now)}, saved_at
      FROM users JOIN trash ON trash.user_id = users.id
      WHERE users.id = ${userId} AND trash.id = ${id} AND deleted_at >= ${since}
      RETURNING id, title, content, version`,
    sql`DELETE FROM trash WHERE id = ${id} AND user_id = ${userId} AND deleted_at >= ${since}`,
  )
  return row && storedNote(row)
}

export async function eraseNote(database: Database, { userId, since }: Trash, id: string): Promise<boolean> {
  const [, rows = []] = await database.write(
    lockUser(database, userId),
    sql`DELETE FROM trash WHERE id = ${id} AND user_id = ${userId} AND deleted_at >= ${since} RETURNING id`,
  )
  return rows.length > 0
}

export async function emptyTrash(database: Database, userId: string, version: number): Promise<void> {
  for (;;) {
    const rows = await database.read(
      sql`SELECT version, ${BYTES} AS bytes FROM trash WHERE user_id = ${userId} AND version <= ${version}
        ORDER BY version ${LIMIT_PAGE}`,
    )
    const [page] = pagesOf(rows)
    if (!page) return
    const last = Number(page.at(-1)?.version)
    await database.write(
      lockUser(database, userId),
      sql`DELETE FROM trash WHERE user_id = ${userId} AND version <= ${last}`,
    )
    await yieldToOthers()
  }
}

export async function purgeTrash(database: Database, before: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const start = performance.now()
    if (!(await purgePage(database, before))) return
    await restSince(start)
  }
}

/** Deletes a page of the notes that were deleted before `before`. Returns false if there are none. */
async function purgePage(database: Database, before: number): Promise<boolean> {
  const rows = await database.read(
    sql`SELECT id, user_id, ${BYTES} AS bytes FROM trash WHERE deleted_at < ${before}
      ORDER BY deleted_at ${LIMIT_PAGE}`,
  )
  const [page] = pagesOf(rows)
  if (!page) return false
  for (const [userId, ids] of idsByUser(page)) {
    await database.write(
      lockUser(database, userId),
      ...ids.map(
        (id) => sql`DELETE FROM trash WHERE id = ${id} AND user_id = ${userId} AND deleted_at < ${before}`,
      ),
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
