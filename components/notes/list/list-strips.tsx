import type { Note } from '@/lib/domain/note'
import { isDeleted } from '@/lib/drafts/deleted-draft'
import type { ChangeNotes } from '@/lib/notes/delete-note'
import type { Draft } from '@/lib/offline/database'
import { UndoStrip } from './undo-strip'
import { UnsavedDrafts } from './unsaved-drafts'

type Props = { drafts: Draft[]; notes: Note[] | undefined; change: ChangeNotes }

export function ListStrips({ drafts, notes, change }: Props) {
  const deleted = drafts.find(isDeleted)
  const unsaved = drafts.filter((draft) => !isDeleted(draft))
  return (
    <>
      {deleted && <UndoStrip key={deleted.writtenAt} draft={deleted} notes={notes} change={change} />}
      {unsaved.length > 0 && <UnsavedDrafts drafts={unsaved} notes={notes} />}
    </>
  )
}
