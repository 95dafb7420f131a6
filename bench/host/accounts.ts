import { createHash, randomUUID } from 'node:crypto'
import { DatabaseSync } from '@photostructure/sqlite'

const NOTES = 100
const CONTENT = 'Riego los martes y los viernes. '.repeat(3)

export type Account = { token: string; noteIds: string[] }

/** Adds accounts of 100 notes to the SQLite file of a host that has started once, as if all had written in turns. */
export function addAccounts(url: string, count: number): Account[] {
  const database = new DatabaseSync(url.slice('file:'.length))
  const addUser = database.prepare(`INSERT INTO users
    (id, user_name, email, password_hash, notes_version, created_at, is_email_proved)
    VALUES (?, 'Carmen', ?, '', ${NOTES}, 1, 1)`)
  const addSession = database.prepare(`INSERT INTO sessions
    (token_hash, user_id, last_used_at, created_at) VALUES (?, ?, ?, ?)`)
  const addNote = database.prepare(`INSERT INTO notes
    (id, user_id, title, content, version) VALUES (?, ?, 'Plantas', '${CONTENT}', ?)`)
  database.exec('BEGIN')
  const accounts = Array.from({ length: count }, () => {
    const [id, token] = [randomUUID(), randomUUID()]
    addUser.run(id, `${id}@correo.es`)
    addSession.run(createHash('sha256').update(token).digest('hex'), id, Date.now(), Date.now())
    return { id, token, noteIds: Array.from({ length: NOTES }, () => randomUUID()) }
  })
  for (let at = 0; at < NOTES; at += 1)
    for (const { id, noteIds } of accounts) addNote.run(String(noteIds[at]), id, at + 1)
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return accounts
}
