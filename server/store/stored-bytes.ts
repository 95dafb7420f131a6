import { fixedSql } from './database'

/** Bytes that each note, note in the trash and version counts beside its text. SQLite takes 215 to 339, PostgreSQL 328 to 370. */
export const ROW_BYTES = 300

const OF_NOTES = `notes_bytes + trash_bytes + ${ROW_BYTES} * (notes_count + trash_count)`

export const NOTES_AND_TRASH = fixedSql(`(${OF_NOTES})`)

/** SQL on a row of `users`: bytes of its notes, trash and versions; `versions_bytes` has what their rows count. */
export const ALL = fixedSql(`(${OF_NOTES} + versions_bytes)`)
