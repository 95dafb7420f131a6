import type { NoteText } from '@/lib/domain/note'
import type { Database } from './database'
import { lockUser } from './lock-user'
import { HAS_ROOM, NEXT_VERSION, roomFor, type StoredNote, storedNote, type Write } from './notes'

/** Notes deleted before `since` can no longer be restored. */
type KeyedWrite = Write & { since: number }

/**
 * The note with the text of the request, and the version of its creation: undefined if a host of the release before has
 * deleted or restored it.
 */
export type Created = { note: StoredNote['note']; version: number | undefined; isInTrash: boolean }

/** Creates the note unless it exists or is in the trash. */
export async function createNoteOnce(
  database: Database,
  { userId, now, quota, since }: KeyedWrite,
  id: string,
  text: NoteText,
): Promise<Created | 'other-text' | 'no-room' | 'not-found'> {
  const [[user] = [], , [known] = [], [created] = []] = await database.write(
    lockUser(database, userId),
    {
      sql: 'DELETE FROM trash WHERE id = ? AND user_id = ? AND deleted_at < ?',
      params: [id, userId, since],
    },
    {
      sql: `SELECT version, created_version, title, content, 0 AS is_in_trash FROM notes WHERE id = ? AND user_id = ?
        UNION ALL SELECT version, created_version, '', '', 1 FROM trash WHERE id = ? AND user_id = ?`,
      params: [id, userId, id, userId],
    },
    {
      sql: `INSERT INTO notes (id, user_id, title, content, version, created_version)
        SELECT ?, user_id, ?, ?, version, version
        FROM (SELECT id AS user_id, ${NEXT_VERSION} AS version FROM users WHERE id = ? AND ${HAS_ROOM}) AS writer
        WHERE NOT EXISTS (SELECT 1 FROM trash WHERE id = ? AND user_id = ?)
        ON CONFLICT DO NOTHING RETURNING version`,
      params: [id, text.title, text.content, now, now, userId, ...roomFor(text, quota), id, userId],
    },
  )
  if (created) return { ...storedNote({ ...text, ...created, id }), isInTrash: false }
  if (!known) return user ? 'no-room' : 'not-found'

  const isAsCreated = known.version === known.created_version
  if (isAsCreated && (known.title !== text.title || known.content !== text.content)) return 'other-text'
  return {
    note: { _id: id, ...text },
    version: known.created_version === null ? undefined : Number(known.created_version),
    isInTrash: Number(known.is_in_trash) === 1,
  }
}
