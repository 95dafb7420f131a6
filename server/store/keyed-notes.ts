import { createHash } from 'node:crypto'
import type { NoteText } from '@/lib/domain/note'
import { type Database, lockUser, sql } from './database'
import { hasRoom, type NoteRefusal, type NoteWrite, nextVersion, type StoredNote, storedNote } from './notes'

type KeyedWrite = NoteWrite & { since: number }

/** `version` is that of the creation; undefined if a host of 1.0.0 has deleted or restored the note, until 1.3. */
export type Created = { note: StoredNote['note']; version: number | undefined; isInTrash: boolean }

export async function createNoteOnce(
  database: Database,
  { userId, now, quota, since }: KeyedWrite,
  id: string,
  text: NoteText,
): Promise<Created | NoteRefusal> {
  const [[user] = [], , [known] = [], [created] = []] = await database.write(
    lockUser(database, userId),
    sql`DELETE FROM trash WHERE id = ${id} AND user_id = ${userId} AND deleted_at < ${since}`,
    sql`SELECT version, created_version, title, content, 0 AS is_in_trash FROM notes
        WHERE id = ${id} AND user_id = ${userId}
      UNION ALL SELECT version, created_version, '', '', 1 FROM trash WHERE id = ${id} AND user_id = ${userId}`,
    sql`INSERT INTO notes (id, user_id, title, content, version, created_version)
      SELECT ${id}, user_id, ${text.title}, ${text.content}, version, version
      FROM (
        SELECT id AS user_id, ${nextVersion(now)} AS version FROM users WHERE id = ${userId} AND ${hasRoom(text, quota)}
      ) AS writer
      WHERE NOT EXISTS (SELECT 1 FROM trash WHERE id = ${id} AND user_id = ${userId})
      ON CONFLICT DO NOTHING RETURNING version`,
  )
  if (created) return { ...storedNote(id, text, created), isInTrash: false }
  if (!known) return user ? 'no-room' : 'no-user'

  const isAsCreated = known.version === known.created_version
  if (isAsCreated && (known.title !== text.title || known.content !== text.content)) return 'other-text'
  return {
    note: { _id: id, ...text },
    version: known.created_version === null ? undefined : Number(known.created_version),
    isInTrash: Number(known.is_in_trash) === 1,
  }
}

/** Id of the note that the key creates: a UUID of version 8. */
export function noteIdOf(userId: string, key: string): string {
  const hash = createHash('sha256').update(`${userId}\0${key}`).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*/, '$1-$2-8$3-a$4-$5')
}
