import { resultOf, transact } from '@/lib/offline/database'
import { type Draft, type DraftOrWrite, isWrite, nextId, type Write } from '@/lib/offline/record'
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

function changeDraft({ id }: DraftOrWrite, change: (draft: Draft) => Draft): Promise<void> {
  return transact(['drafts'], 'readwrite', async ({ drafts }) => {
    const draft = await resultOf<Draft | undefined>(drafts.get(id))
    if (draft && draft.user === getUser()) drafts.put({ ...change(draft), writtenAt: draft.writtenAt + 1 })
  })
}
