'use client'

import { useState } from 'react'
import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import { useDraft } from '@/lib/drafts/use-draft'
import type { Conflict, Origin } from '@/lib/notes/save-note'
import type { Draft } from '@/lib/offline/database'

/** Text that a note's form starts from, with its origin and drafts. The form restarts from a draft or merged text. */
export function useNoteText(id: string | null, loaded: LoadedNote | undefined) {
  // A note that is loaded again, after a login in another tab, does not replace the first.
  const [note, setNote] = useState(loaded)
  if (!note && loaded) setNote(loaded)
  const { draft, autosaveStatus, autosave, recover, discard } = useDraft(id, note)
  const [restarts, setRestarts] = useState<{ text: NoteText; origin: Origin }[]>([])

  function restart(text: NoteText, base: NoteText, latest: LoadedNote) {
    setRestarts((earlier) => [...earlier, { text, origin: { base, latest } }])
  }

  return {
    start: restarts.at(-1) ?? (note && { text: note, origin: { base: note, latest: note } }),
    /** React key of the fields: 0 without a note, 1 with the loaded one, then one more for each restart. */
    startKey: note ? 1 + restarts.length : 0,
    draft,
    autosaveStatus,
    autosave,
    recover(found: Draft) {
      if (!note) return
      recover(found)
      restart(found.text, isSameText(found.base, note) ? note : found.base, note)
    },
    discard,
    editMerged({ theirs, merged }: Conflict) {
      autosave.setBase(theirs)
      autosave.change(merged)
      restart(merged, theirs, theirs)
    },
  }
}
