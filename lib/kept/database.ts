import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { LoadedNote, NoteText } from '@/lib/domain/note'

/** What was typed in one form and not yet saved. */
export type Draft = {
  /** Of that opening of the form. */
  id: string
  user: string
  /** Null for a new note. */
  noteId: string | null
  text: NoteText
  /** What the host had when the form was opened. */
  base: LoadedNote
  /** Milliseconds since 1970. */
  writtenAt: number
}

/** The notes as the host last answered with them, for reading without a network. */
export type LastList = { user: string; json: string; deletedIds: string[] }

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { user: string } }
  lists: { key: string; value: LastList }
}

let opening: Promise<IDBPDatabase<Schema>> | undefined

/** What this browser keeps on disk, always under its user. Rejects where the browser keeps nothing. */
export function openKept(): Promise<IDBPDatabase<Schema>> {
  opening ??= open().catch((cause: unknown) => {
    forget()
    throw cause
  })
  return opening
}

/** Async, because a browser may also throw at once. */
async function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>('notas', 1, {
    upgrade(database) {
      database.createObjectStore('drafts', { keyPath: 'id' }).createIndex('user', 'user')
      database.createObjectStore('lists', { keyPath: 'user' })
    },
    terminated: forget,
  })
}

function forget(): void {
  opening = undefined
}
