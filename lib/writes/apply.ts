import { backedUpDrafts, markSeen, nextWriteTime, removeBackup } from '@/lib/drafts/draft-store'
import { backUp, deleteOlder, removeDraft } from '@/lib/drafts/write-drafts'
import { resultOf, transact, withTimeout } from '@/lib/offline/database'
import {
  type DraftOrWrite,
  hasSameNoteAndText,
  isDone,
  isUnsaved,
  isWrite,
  type Write,
} from '@/lib/offline/record'
import { decode, encode, type StoredRecord } from '@/lib/offline/stored-record'
import { getSignOuts, getUser } from '@/lib/session/token'
import { beingStored, ended, findWrite, getWrites, otherTabs, publish } from './journal'
import type { Next } from './next'

/** Stores what follows from an event, in one transaction, and tells the other tabs. Returns the record. */
export async function apply(
  write: Write,
  { record, also = [], isSaved = false }: Next,
  { isShown = true } = {},
): Promise<DraftOrWrite | null> {
  if (write.user !== getUser()) return record
  const changed = [...also, ...(record ? [record] : [])].map(withWriteTime)
  const stored = record && (changed.at(-1) ?? null)
  // The version that this page knows: the database keeps a newer one.
  const gone = stored ? undefined : (findWrite(write.id) ?? write)
  if (!stored || !isWrite(stored)) hideWrite(gone ?? write, !stored)
  for (const one of changed.filter(isWrite)) if (isShown || one !== stored) showWrite(one)
  for (const { id } of changed) beingStored.get().add(id)
  const isKept = await store(changed, also, gone, isSaved ? stored : null)
  if (isKept) for (const { id } of changed) beingStored.get().delete(id)
  // Other tabs may go on showing a write that is done.
  if (record || !isDone(write)) otherTabs()?.postMessage(getUser())
  return stored
}

function withWriteTime<Record extends DraftOrWrite>(record: Record): Record {
  return { ...record, writtenAt: nextWriteTime() }
}

/**
 * Puts what the database does not take, or may not while the page closes, into localStorage.
 * `others`: as this page has known them; without their locks, another tab may have changed them since.
 * `saved`: drafts with its text are removed.
 */
function store(
  changed: DraftOrWrite[],
  others: Write[],
  gone: Write | undefined,
  saved: DraftOrWrite | null,
): Promise<boolean> {
  changed.forEach(markSeen)
  if (gone) removeBackup(gone)
  const user = (gone ?? changed[0])?.user
  const storing = transact(['drafts'], 'readwrite', async ({ drafts }) => {
    if (user !== getUser()) throw new Error('The user has signed out')
    for (const record of changed) {
      const known = others.find(({ id }) => id === record.id)
      if (!known || !(await isChanged(drafts, known))) drafts.put(encode(record))
    }
    if (gone) await deleteOlder(drafts, gone)
    if (!saved) return
    const found = await resultOf<StoredRecord[]>(drafts.index('user').getAll(user))
    const isNeedless = (one: DraftOrWrite) => isUnsaved(one) && hasSameNoteAndText(one, saved)
    for (const one of found.map(decode).filter(isNeedless)) drafts.delete(one.id)
    backedUpDrafts(saved.user).map(decode).filter(isNeedless).forEach(removeBackup)
  })
  storing.then(() => changed.forEach(removeBackup)).catch(() => {})
  const records = changed.map(encode)
  return backUpDuring(() => records, withTimeout(storing)).then(
    () => true,
    (cause: unknown) => {
      console.warn(cause)
      const isBackedUp = records.map(backUp).every(Boolean)
      // Otherwise an older version of what is saved would be sent again. A full disk still takes a deletion.
      if (saved && changed.length === 1 && !isBackedUp) removeDraft(saved).catch(console.warn)
      return isBackedUp
    },
  )
}

/** Backs records up if the page closes while `work` is under way, and nobody has signed out meanwhile. */
export function backUpDuring<Result>(records: () => StoredRecord[], work: Promise<Result>): Promise<Result> {
  const signOuts = getSignOuts()
  const backUpAll = () => getSignOuts() === signOuts && records().forEach(backUp)
  addEventListener('pagehide', backUpAll)
  return work.finally(() => removeEventListener('pagehide', backUpAll))
}

async function isChanged(drafts: IDBObjectStore, { id, writtenAt }: Write): Promise<boolean> {
  const found = await resultOf<StoredRecord | undefined>(drafts.get(id))
  return found !== undefined && found.writtenAt > writtenAt
}

export async function discardText(record: DraftOrWrite): Promise<void> {
  if (!isWrite(record)) return removeDraft(record)
  await apply(findWrite(record.id) ?? record, { record: null })
}

export function showWrite(write: Write): void {
  if (getUser() === write.user) publish([write, ...getWrites().filter(({ id }) => id !== write.id)])
}

export function beginStoring(write: Write): void {
  beingStored.get().add(write.id)
  showWrite(write)
}

function hideWrite(write: Write, hasEnded: boolean): void {
  if (hasEnded) ended.get().set(write.id, write.writtenAt)
  beingStored.get().delete(write.id)
  publish(getWrites().filter(({ id }) => id !== write.id))
}

export function isStored(id: string): boolean {
  return !beingStored.get().has(id)
}
