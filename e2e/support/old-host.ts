import type { Statement } from '@/server/store/database'
import { sql } from './database'

/** Statements with which a host of 1.0.0 edits a note. */
export function editByOldHost(userId: string, id: string, title: string, now = Date.now()): Statement[] {
  return [
    sql(
      `UPDATE notes SET title = ?, content = '', version = edited.next_version
        FROM (
          SELECT notes.id, CASE WHEN notes_version < ? THEN ? ELSE notes_version + 1 END AS next_version
          FROM users JOIN notes ON notes.user_id = users.id WHERE users.id = ? AND notes.id = ?
        ) AS edited WHERE notes.id = edited.id`,
      title,
      now,
      now,
      userId,
      id,
    ),
  ]
}

export function deleteByOldHost(userId: string, id: string, now = Date.now()): Statement[] {
  return [
    sql('UPDATE users SET notes_version = notes_version + 1 WHERE id = ?', userId),
    sql(
      `INSERT INTO trash (id, user_id, version, deleted_at, title, content)
        SELECT notes.id, users.id, notes_version, ?, title, content
        FROM users JOIN notes ON notes.user_id = users.id WHERE users.id = ? AND notes.id = ?`,
      now,
      userId,
      id,
    ),
    sql('DELETE FROM notes WHERE id = ? AND user_id = ?', id, userId),
  ]
}

export function restoreByOldHost(userId: string, id: string): Statement[] {
  return [
    sql(
      `INSERT INTO notes (id, user_id, title, content, version)
        SELECT trash.id, users.id, title, content, notes_version + 1
        FROM users JOIN trash ON trash.user_id = users.id WHERE users.id = ? AND trash.id = ?`,
      userId,
      id,
    ),
    sql('DELETE FROM trash WHERE id = ? AND user_id = ?', id, userId),
  ]
}

export function registerByOldHost(id: string, email: string): Statement {
  return sql(
    `INSERT INTO users (id, user_name, email, password_hash, notes_version, created_at) VALUES (?, '', ?, '', 0, 1)
      ON CONFLICT (email) DO NOTHING RETURNING id`,
    id,
    email,
  )
}
