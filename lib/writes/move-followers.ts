import { isSameText } from '@/lib/domain/note'
import { changeDraft } from '@/lib/drafts/write-drafts'
import { withTimeout } from '@/lib/offline/database'
import { type Draft, type DraftOrWrite, isWrite, nextId, type Write } from '@/lib/offline/record'
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
  const move = ({ follows, ...draft }: Draft) =>
    follows !== undefined && { ...draft, noteId, base: baseOf(draft) }
  const moving = records.filter(isFollower).map((draft) => withTimeout(changeDraft(draft.id, move)))
  await Promise.all(moving.map((one) => one.catch(console.warn)))
}
