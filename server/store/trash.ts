import { DAY_MS } from '@/lib/domain/dates'
import { restSince, yieldToOthers } from '../pace/yield-to-others'
import { type Database, fixedSql, lockUser, type Statement, severalWrites, sql } from './database'
import { BYTES, LIMIT_PAGE, type Listing, listRows, pagesOf } from './list-rows'
import { NOTE_PAIRS, nextVersion, type StoredNote, storedNote } from './notes'

/** Notes deleted before `since` can no longer be restored. */
type OwnTrash = { userId: string; since: number }

const EMPTY_DELETED_NOTE_BYTES = 100

export function trashCutoff(now: number, trashDays: number): number {
  return now - trashDays * DAY_MS
}

export function listTrash(
  database: Database,
  { userId, since }: OwnTrash,
  listing: Listing,
): AsyncGenerator<Buffer> {
  const pairs = `${NOTE_PAIRS}, 'deletedAt', deleted_at`
  const condition = sql`user_id = ${userId} AND deleted_at >= ${since}`
  return listRows(database, { table: 'trash', pairs, condition }, listing)
}

export async function listTrashTitles(database: Database, { userId, since }: OwnTrash) {
  const rows = await database.read(
    sql`SELECT id, title, deleted_at FROM trash WHERE user_id = ${userId} AND deleted_at >= ${since}
      ORDER BY version DESC`,
  )
  return rows.map((row) => ({
    id: String(row.id),
    title: String(row.title),
    deletedAt: Number(row.deleted_at),
  }))
}

/** Version of the last delete, 0 if the trash is empty, and about the length of its list as JSON in UTF-8. */
export async function measureTrash(
  database: Database,
  userId: string,
): Promise<{ version: number; bytes: number }> {
  const [row] = await database.read(
    sql`SELECT trash_count, trash_bytes, (SELECT max(version) FROM trash WHERE user_id = ${userId}) AS version
      FROM users WHERE id = ${userId}`,
  )
  return {
    version: Number(row?.version),
    bytes: Number(row?.trash_bytes) + Number(row?.trash_count) * EMPTY_DELETED_NOTE_BYTES,
  }
}

export async function restoreNote(
  database: Database,
  { userId, since }: OwnTrash,
  id: string,
  now: number,
): Promise<StoredNote | undefined> {
  const [, [row] = []] = await database.write(
    lockUser(database, userId),
    sql`INSERT INTO notes (id, user_id, title, content, version, created_version, restored_version, saved_at)
      SELECT trash.id, users.id, title, content, ${nextVersion(now)}, created_version, ${nextVersion(now)}, saved_at
      FROM users JOIN trash ON trash.user_id = users.id
      WHERE users.id = ${userId} AND trash.id = ${id} AND deleted_at >= ${since}
      RETURNING title, content, version`,
    sql`DELETE FROM trash WHERE id = ${id} AND user_id = ${userId} AND deleted_at >= ${since}`,
  )
  return row && storedNote(id, row, row)
}

export async function eraseNote(
  database: Database,
  { userId, since }: OwnTrash,
  id: string,
): Promise<boolean> {
  const [, rows = []] = await database.write(
    lockUser(database, userId),
    sql`DELETE FROM trash WHERE id = ${id} AND user_id = ${userId} AND deleted_at >= ${since} RETURNING id`,
  )
  return rows.length > 0
}

export function emptyTrash(database: Database, userId: string, version: number): Promise<void> {
  const condition = sql`user_id = ${userId} AND version <= ${version}`
  return severalWrites(() => deletePages(database, condition, fixedSql('version'), yieldToOthers))
}

export function purgeTrash(database: Database, before: number, signal: AbortSignal): Promise<void> {
  return deletePages(database, sql`deleted_at < ${before}`, fixedSql('deleted_at'), restSince, signal)
}

async function deletePages(
  database: Database,
  condition: Statement,
  order: Statement,
  pause: (start: number) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const start = performance.now()
    const rows = await database.read(
      sql`SELECT id, user_id, ${BYTES} AS bytes FROM trash WHERE ${condition}
        ORDER BY ${order} ${LIMIT_PAGE}`,
    )
    const [page] = pagesOf(rows)
    if (!page) return
    for (const userId of new Set(page.map((row) => String(row.user_id)))) {
      const ids = page.filter((row) => row.user_id === userId).map(({ id }) => String(id))
      await database.write(
        lockUser(database, userId),
        ...ids.map((id) => sql`DELETE FROM trash WHERE id = ${id} AND user_id = ${userId} AND ${condition}`),
      )
    }
    await pause(start)
  }
}
