import type { Note } from '@/lib/domain/note'
import { type Draft, isWaiting, type Write } from '@/lib/offline/record'
import { offersUndo } from '@/lib/writes/shown'
import { UndoStrip } from './undo-strip'
import { UnsavedDrafts, WaitingWrites } from './unsaved-drafts'

type Props = { drafts: Draft[]; writes: Write[]; notes: Note[] | undefined }

export function ListStrips({ drafts, writes, notes }: Props) {
  const deletion = writes
    .filter(offersUndo)
    .sort((one, other) => other.write.decidedAt - one.write.decidedAt)[0]
  const waiting = writes.filter(isWaiting)
  return (
    <>
      {deletion && <UndoStrip key={deletion.write.decidedAt} deletion={deletion} notes={notes} />}
      {waiting.length > 0 && <WaitingWrites drafts={waiting} notes={notes} />}
      {drafts.length > 0 && <UnsavedDrafts drafts={drafts} notes={notes} />}
    </>
  )
}
