import { resultOf, transact, withTimeout } from '@/lib/offline/database'
import type { DraftOrWrite } from '@/lib/offline/record'
import type { StoredRecord } from '@/lib/offline/stored-record'
import { readStored } from '@/lib/read-stored'
import { userState } from '@/lib/session/user-state'

// A closing page loses unfinished IndexedDB writes, so drafts that IndexedDB has not confirmed are also in localStorage.
export const PREFIX = 'notas-draft-'

/** `isPartial`: the database has not answered in time, and only localStorage has been read. */
type Take<Result> = (records: DraftOrWrite[], isPartial?: boolean) => Result | Promise<Result>

/** Resolves to what `take` makes of a user's records. `onDelayed` gets that where the database is late. */
export async function readDrafts<Result>(
  user: string,
  take: Take<Result>,
  onDelayed?: (result: Result) => unknown,
): Promise<Result> {
  // Before the database is read: another tab may move a draft from here to there.
  const backups = backedUpDrafts(user)
  const all = writtenDrafts(user).then(async (written) => take(await latestOf([...backups, ...written])))
  return withTimeout(all).catch(async (cause: unknown) => {
    console.warn(cause)
    all.then(onDelayed).catch(() => {})
    return take(await latestOf(backups), true)
  })
}

export async function latestOf(records: StoredRecord[]): Promise<DraftOrWrite[]> {
  records.sort((a, b) => b.writtenAt - a.writtenAt)
  const latest = records.filter(({ id }, at) => records.findIndex((record) => record.id === id) === at)
  latest.forEach(markSeen)
  if (!latest.some(({ write, deleted }) => write || deleted)) return latest
  const { decode } = await import('@/lib/offline/stored-record')
  return latest.map(decode)
}

export function writtenDrafts(user: string): Promise<StoredRecord[]> {
  return transact(['drafts'], 'readonly', ({ drafts }) =>
    resultOf<StoredRecord[]>(drafts.index('user').getAll(user)),
  )
}

/** When this page first saw the current version of each draft, in milliseconds of `performance.now()`. */
export const seenDrafts = userState(() => new Map<string, { writtenAt: number; at: number }>())

const latestTime = userState(() => 0)

/** Milliseconds since 1970, and later than all that the page has written, asked for or read, whatever the clock says. */
export function nextWriteTime(): number {
  latestTime.set(Math.max(Date.now(), latestTime.get() + 1))
  return latestTime.get()
}

export function markSeen({ id, writtenAt }: DraftOrWrite): void {
  latestTime.set(Math.max(latestTime.get(), writtenAt))
  const seen = seenDrafts.get()
  if (seen.get(id)?.writtenAt !== writtenAt) seen.set(id, { writtenAt, at: performance.now() })
}

export function backedUpDrafts(user: string): StoredRecord[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
    const records = names.flatMap((name) => readStored<StoredRecord>(name) ?? [])
    return records.filter((record) => record.user === user)
  } catch {
    return []
  }
}

export function removeBackup({ id, writtenAt }: DraftOrWrite): void {
  const backup = readStored<StoredRecord>(PREFIX + id)
  if (backup && backup.writtenAt <= writtenAt) localStorage.removeItem(PREFIX + id)
}
