import { resultOf, transact, withTimeout } from '@/lib/offline/database'
import type { Draft } from '@/lib/offline/record'
import { readStored } from '@/lib/read-stored'
import { userState } from '@/lib/session/user-state'

// A closing page loses unfinished IndexedDB writes, so drafts that IndexedDB has not confirmed are also in localStorage.
export const PREFIX = 'notas-draft-'

export async function readDrafts(user: string, onDelayed?: (drafts: Draft[]) => void): Promise<Draft[]> {
  // Before the database is read: another tab may move a draft from here to there.
  const backups = backedUpDrafts(user)
  const all = writtenDrafts(user).then((written) => latestOf([...backups, ...written]))
  return withTimeout(all).catch((cause: unknown) => {
    console.warn(cause)
    all.then(onDelayed).catch(() => {})
    return latestOf(backups)
  })
}

export function latestOf(drafts: Draft[]): Draft[] {
  drafts.sort((a, b) => b.writtenAt - a.writtenAt)
  const latest = drafts.filter(({ id }, at) => drafts.findIndex((draft) => draft.id === id) === at)
  latest.forEach(markSeen)
  return latest
}

export function writtenDrafts(user: string): Promise<Draft[]> {
  return transact(['drafts'], 'readonly', ({ drafts }) =>
    resultOf<Draft[]>(drafts.index('user').getAll(user)),
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

export function markSeen({ id, writtenAt }: Draft): void {
  latestTime.set(Math.max(latestTime.get(), writtenAt))
  const seen = seenDrafts.get()
  if (seen.get(id)?.writtenAt !== writtenAt) seen.set(id, { writtenAt, at: performance.now() })
}

export function backedUpDrafts(user: string): Draft[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
    return names.flatMap((name) => readStored<Draft>(name) ?? []).filter((draft) => draft.user === user)
  } catch {
    return []
  }
}

export function removeBackup({ id, writtenAt }: Draft): void {
  const backup = readStored<Draft>(PREFIX + id)
  if (backup && backup.writtenAt <= writtenAt) localStorage.removeItem(PREFIX + id)
}
