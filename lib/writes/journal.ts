import { BLANK, isSameText } from '@/lib/domain/note'
import { nextWriteTime, readDrafts } from '@/lib/drafts/draft-store'
import { type Draft, type DraftOrWrite, isDone, isWrite, nextId, type Write } from '@/lib/offline/record'
import { getUser } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'

const writes = userState((): Write[] => [])

/** `writtenAt` of the records that have ended, by id: the database may still have them. */
export const ended = userState(() => new Map<string, number>())

export const beingStored = userState(() => new Set<string>())

const hasRead = userState(() => false)

let channel: BroadcastChannel | undefined

export const getWrites = writes.get

export function findWrite(id: string): Write | undefined {
  return writes.get().find((write) => write.id === id)
}

export function subscribeToWrites(listener: () => void): () => void {
  otherTabs()
  return writes.subscribe(listener)
}

/** Reads the user's records: drafts and writes. `onDelayed` gets them where the database is late. */
export async function readJournal(onDelayed?: (records: DraftOrWrite[]) => unknown): Promise<DraftOrWrite[]> {
  const user = getUser()
  if (user === null) return []
  const since = nextWriteTime()
  const take = async (records: DraftOrWrite[], isPartial = false) => {
    const all = withRefused(await corrected(records))
    if (user !== getUser()) return all
    publishAll(all.filter(isWrite), since, isPartial)
    if (!isPartial) hasRead.set(true)
    return all
  }
  return readDrafts(user, take, onDelayed)
}

/** Corrects times at the first read alone: later ones are of this clock. */
async function corrected(records: DraftOrWrite[]): Promise<DraftOrWrite[]> {
  if (hasRead.get() || !records.some(({ writtenAt }) => writtenAt > Date.now())) return records
  const { withoutTimesAhead } = await import('./corrected-records')
  return withoutTimesAhead(records)
}

/** Drafts that follow a creation whose next version was refused are drafts of its note, which is known by then. */
function withRefused(records: DraftOrWrite[]): DraftOrWrite[] {
  const refused = records.filter((record) => !isWrite(record) && record.noteId !== null)
  return records.map((record) => {
    const moved = ofRefused(record, refused)
    if (!moved) return record
    import('@/lib/drafts/write-drafts')
      .then(({ changeDraft }) => changeDraft(record.id, (draft) => ofRefused(draft, refused)))
      .catch(console.warn)
    return { ...moved, writtenAt: moved.writtenAt + 1 }
  })
}

/** The host has the base of what was refused. */
function ofRefused(record: DraftOrWrite, refused: DraftOrWrite[]): Draft | undefined {
  if (isWrite(record) || record.noteId !== null || !record.follows) return undefined
  const { follows, ...draft } = record
  const known = refused.find(({ id }) => id === follows || id === nextId({ id: follows }))
  if (!known) return undefined
  const hasItsBase = [known.text, known.base].some((text) => isSameText(text, draft.base))
  return { ...draft, noteId: known.noteId, base: hasItsBase ? known.base : BLANK }
}

/** `since`: when the reading began. Later writes stay, since it may have missed them. */
function publishAll(found: Write[], since: number, isPartial: boolean): void {
  const current = writes.get()
  const latest = found
    .filter(({ id, writtenAt }) => writtenAt > (ended.get().get(id) ?? 0))
    .map(
      (write) =>
        current.find(({ id, writtenAt }) => id === write.id && writtenAt >= write.writtenAt) ?? write,
    )
  const ids = new Set(latest.map(({ id }) => id))
  // Keeps done writes that another tab has ended: the list of this tab may be older.
  const isStillShown = (write: Write) =>
    isPartial || write.writtenAt > since || beingStored.get().has(write.id) || isDone(write)
  publish([...latest, ...current.filter((write) => !ids.has(write.id) && isStillShown(write))])
}

export function publish(next: Write[]): void {
  const current = writes.get()
  if (next.length === current.length && next.every((write) => current.includes(write))) return
  writes.set(next)
}

/** Channel on which a tab tells of a change, by the name of its user. */
export function otherTabs(): BroadcastChannel | undefined {
  if (channel) return channel
  try {
    channel = new BroadcastChannel('notas-writes')
    channel.onmessage = ({ data }) => {
      if (data === getUser()) readJournal().catch(console.warn)
    }
  } catch {} // the browser forbids it
  return channel
}
