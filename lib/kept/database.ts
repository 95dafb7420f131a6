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
export type LastList = { user: string; json: Blob }

/** The notes of the last list that were deleted since. */
export type Deletions = { user: string; ids: string[] }

let opening: Promise<IDBDatabase> | undefined

/** What this browser keeps on disk, always under its user. Rejects where the browser keeps nothing. */
export function openKept(): Promise<IDBDatabase> {
  opening ??= open().catch((cause: unknown) => {
    forget()
    throw cause
  })
  return opening
}

/** Async, because a browser may also throw at once. */
async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('notas', 2)
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      request.result.createObjectStore('drafts', { keyPath: 'id' }).createIndex('user', 'user')
      request.result.createObjectStore('lists', { keyPath: 'user' })
    }
    request.result.createObjectStore('deletions', { keyPath: 'user' })
  }
  const database = await answerOf(request)
  database.onclose = forget
  // Another tab has a later release, whose database is another.
  database.onversionchange = () => {
    database.close()
    forget()
  }
  return database
}

function forget(): void {
  opening = undefined
}

export function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Resolves when all of a transaction is on disk, and rejects where nothing of it is. */
export function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted'))
  })
}
