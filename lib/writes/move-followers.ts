import { isSameText } from '@/lib/domain/note'
import { PREFIX, removeBackup } from '@/lib/drafts/draft-store'
import { resultOf, transact, withTimeout } from '@/lib/offline/database'
import { type Draft, type DraftOrWrite, isWrite, nextId, type Write } from '@/lib/offline/record'
import { readStored } from '@/lib/read-stored'
import { getUser } from '@/lib/session/token'
import { findWrite } from './journal'

/** Makes the drafts among `records` that follow a write drafts of its note, unless its next version is still to be sent. */
export async function moveFollowers({ id, text, state }: Write, records: DraftOrWrite[]): Promise<void> {
  if (state.is !== 'done' || state.noteId === undefined || findWrite(nextId({ id }))) return
  const { noteId } = state
  const isFollower = (record: DraftOrWrite) =>
    !isWrite(record) && [record.follows, nextId({ id: record.follows ?? '' })].includes(id)
  const refused = records.find((record) => record.id === nextId({ id }))
  // The text may be merged with another's, so that a draft keeps its base; but the host has never had a refused one.
  const baseOf = ({ base }: Draft) => (refused && isSameText(refused.text, base) ? text : base)
  const move = ({ follows: _, ...draft }: Draft) => ({ ...draft, noteId, base: baseOf(draft) })
  const moving = records.filter(isFollower).map((draft) => withTimeout(changeDraft(draft, move)))
  await Promise.all(moving.map((one) => one.catch(console.warn)))
}

/** Changes the latest version of a draft that follows a write, also one that localStorage has. */
async function changeDraft({ id }: DraftOrWrite, change: (draft: Draft) => Draft): Promise<void> {
  const backup = readStored<Draft>(PREFIX + id)
  const changed = await transact(['drafts'], 'readwrite', async ({ drafts }) => {
    const stored = await resultOf<Draft | undefined>(drafts.get(id))
    const draft = backup && backup.writtenAt > (stored?.writtenAt ?? 0) ? backup : stored
    if (!draft?.follows || draft.user !== getUser()) return undefined
    const next = { ...change(draft), writtenAt: draft.writtenAt + 1 }
    drafts.put(next)
    return next
  })
  if (changed) removeBackup(changed)
}
