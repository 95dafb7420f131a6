import { PREFIX, removeBackup } from '@/lib/drafts/draft-store'
import { resultOf, transact } from '@/lib/offline/database'
import { type Draft, type DraftOrWrite, isWrite, nextId, type Write } from '@/lib/offline/record'
import { readStored } from '@/lib/read-stored'
import { getUser } from '@/lib/session/token'

/** Makes the drafts among `records` that follow a creation drafts of its note. */
export async function moveFollowers({ id, text, state }: Write, records: DraftOrWrite[]): Promise<void> {
  if (state.is !== 'done' || state.noteId === undefined) return
  const { noteId, etag } = state
  const isFollower = (record: DraftOrWrite) =>
    !isWrite(record) && [record.follows, nextId({ id: record.follows ?? '' })].includes(id)
  const move = ({ follows: _, ...draft }: Draft) => ({ ...draft, noteId, base: { ...text, etag } })
  const followers = records.filter(isFollower)
  await Promise.all(followers.map((draft) => changeDraft(draft, move).catch(console.warn)))
}

/** Changes the latest version of a draft, which may be in localStorage. */
async function changeDraft({ id }: DraftOrWrite, change: (draft: Draft) => Draft): Promise<void> {
  const backup = readStored<Draft>(PREFIX + id)
  const changed = await transact(['drafts'], 'readwrite', async ({ drafts }) => {
    const stored = await resultOf<Draft | undefined>(drafts.get(id))
    const draft = backup && backup.writtenAt > (stored?.writtenAt ?? 0) ? backup : stored
    if (!draft || draft.user !== getUser()) return undefined
    const next = { ...change(draft), writtenAt: draft.writtenAt + 1 }
    drafts.put(next)
    return next
  })
  if (changed) removeBackup(changed)
}
