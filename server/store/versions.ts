import { yieldToOthers } from '../pace/yield-to-others'
import { type Database, fixedSql, lockUser, sql } from './database'
import { BYTES, LIMIT_PAGE, type Listing, listRows, pagesOf } from './list-rows'
import { ALL, ROW_BYTES } from './stored-bytes'

const EMPTY_VERSION_BYTES = 80

const PAIRS = "'version', version, 'title', title, 'content', content, 'savedAt', saved_at"

/** Versions of a note, or with their `noteId` those of all notes of the user, newest first, as JSON arrays. */
export function listVersions(
  database: Database,
  userId: string,
  listing: Listing,
  noteId?: string,
): AsyncGenerator<Buffer> {
  const isOfNote = noteId === undefined ? fixedSql('') : sql`AND note_id = ${noteId}`
  const pairs = noteId === undefined ? `${PAIRS}, 'noteId', note_id` : PAIRS
  const condition = sql`user_id = ${userId} ${isOfNote}`
  return listRows(database, { table: 'versions', pairs, condition }, listing)
}

/** About the length of the list of a note's versions as JSON in UTF-8; undefined without such a note. */
export async function measureVersions(
  database: Database,
  userId: string,
  noteId: string,
): Promise<number | undefined> {
  const [row] = await database.read(
    sql`SELECT count(versions.id) AS count, coalesce(sum(octet_length(versions.title) + octet_length(versions.content)), 0) AS bytes
      FROM notes LEFT JOIN versions ON versions.note_id = notes.id AND versions.user_id = notes.user_id
      WHERE notes.id = ${noteId} AND notes.user_id = ${userId} GROUP BY notes.id`,
  )
  return row && Number(row.bytes) + Number(row.count) * EMPTY_VERSION_BYTES
}

export async function keepNewestVersions(
  database: Database,
  userId: string,
  noteId: string,
  count: number,
): Promise<void> {
  await database.write(
    lockUser(database, userId),
    sql`DELETE FROM versions WHERE note_id = ${noteId} AND user_id = ${userId} AND version <= (
        SELECT version FROM versions WHERE note_id = ${noteId} AND user_id = ${userId}
        ORDER BY version DESC LIMIT 1 OFFSET ${count}
      )`,
  )
}

/** Deletes versions, those kept first first, until notes, trash and versions of the user have at most that many bytes. */
export async function deleteVersionsAbove(database: Database, userId: string, bytes: number): Promise<void> {
  for (;;) {
    const rows = await database.read(
      sql`SELECT versions.id, ${BYTES} + ${ROW_BYTES} AS bytes, ${ALL} - ${bytes} AS excess
        FROM users JOIN versions ON versions.user_id = users.id WHERE users.id = ${userId}
        ORDER BY kept_at ${LIMIT_PAGE}`,
    )
    const [page = []] = pagesOf(rows)
    let excess = Number(page[0]?.excess)
    const oldest = page.filter((row) => {
      const isAbove = excess > 0
      excess -= Number(row.bytes)
      return isAbove
    })
    if (oldest.length === 0) return
    await database.write(
      lockUser(database, userId),
      ...oldest.map(({ id }) => sql`DELETE FROM versions WHERE id = ${String(id)} AND user_id = ${userId}`),
    )
    await yieldToOthers()
  }
}
