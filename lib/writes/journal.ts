import { nextWriteTime, readDrafts } from '@/lib/drafts/draft-store'
import { removeDraft, storeDraft } from '@/lib/drafts/write-drafts'
import { type Draft, isWrite, type Write } from '@/lib/offline/record'
import { getUser } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'

const writes = userState((): Write[] => [])

/** `writtenAt` of the records that have ended, by id: the database may still have them. */
const ended = userState(() => new Map<string, number>())

const beingStored = userState(() => new Set<string>())

/** Whether the page has read the journal, so that all that is new in it has come since. */
const hasRead = userState(() => false)

let channel: BroadcastChannel | undefined

export const getWrites = writes.get

export function findWrite(id: string): Write | undefined {
  return writes.get().find((write) => write.id === id)
}

export function subscribeToWrites(listener: () => void): () => void {
  channel ??= openChannel()
  return writes.subscribe(listener)
}

/** Reads the user's records: drafts and writes. `onDelayed` gets them where the database is late. */
export async function readJournal(onDelayed?: (records: Draft[]) => void): Promise<Draft[]> {
  const user = getUser()
  if (user === null) return []
  const take = async (records: Draft[]) => {
    const all = await corrected(records)
    if (user !== getUser()) return all
    publishAll(all.filter(isWrite))
    hasRead.set(true)
    return all
  }
  return take(await readDrafts(user, (records) => take(records).then(onDelayed)))
}

/** Corrects what 1.0.0 has written, or a clock that was ahead by then. */
async function corrected(records: Draft[]): Promise<Draft[]> {
  const isFirst = !hasRead.get()
  const isOdd = ({ deleted, write, writtenAt }: Draft) =>
    (deleted && !write) || (isFirst && writtenAt > Date.now())
  if (!records.some(isOdd)) return records
  const { fromOlderRelease, withoutTimesAhead } = await import('./corrected-records')
  const read = records.map(fromOlderRelease)
  return isFirst ? withoutTimesAhead(read) : read
}

export async function storeWrite(write: Write, { isShown = true } = {}): Promise<Write> {
  const stored = { ...write, writtenAt: nextWriteTime() }
  if (getUser() !== write.user) return stored
  beingStored.get().add(stored.id)
  if (isShown) showWrite(stored)
  if (await storeDraft(stored)) beingStored.get().delete(stored.id)
  tellOtherTabs()
  return stored
}

export function showWrite(write: Write): void {
  if (getUser() === write.user) publish([write, ...writes.get().filter(({ id }) => id !== write.id)])
}

export function endWrite(write: Write): void {
  ended.get().set(write.id, write.writtenAt)
  publish(writes.get().filter(({ id }) => id !== write.id))
  removeDraft(write).then(tellOtherTabs, console.warn)
}

export async function undecide({ write: _, ...draft }: Write, refusal?: string): Promise<void> {
  if (getUser() !== draft.user) return
  publish(writes.get().filter(({ id }) => id !== draft.id))
  await storeDraft({ ...draft, refusal, writtenAt: nextWriteTime() })
  tellOtherTabs()
}

function publishAll(found: Write[]): void {
  const current = writes.get()
  const latest = found
    .filter(({ id, writtenAt }) => writtenAt > (ended.get().get(id) ?? 0))
    .map(
      (write) =>
        current.find(({ id, writtenAt }) => id === write.id && writtenAt >= write.writtenAt) ?? write,
    )
  const ids = new Set(latest.map(({ id }) => id))
  // Keeps done writes that another tab has ended: the list of this tab may be older.
  const isStillShown = ({ id, write }: Write) => beingStored.get().has(id) || write.doneAt !== undefined
  publish([...latest, ...current.filter((write) => !ids.has(write.id) && isStillShown(write))])
}

function publish(next: Write[]): void {
  const current = writes.get()
  if (next.length === current.length && next.every((write, at) => write === current[at])) return
  writes.set(next)
}

function openChannel(): BroadcastChannel | undefined {
  try {
    const opened = new BroadcastChannel('notas-writes')
    opened.onmessage = ({ data }) => {
      if (data === getUser()) readJournal().catch(console.warn)
    }
    return opened
  } catch {} // the browser forbids it
}

function tellOtherTabs(): void {
  channel ??= openChannel()
  channel?.postMessage(getUser())
}
