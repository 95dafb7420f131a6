import { useEffect, useState } from 'react'
import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import type { Conflict, Origin } from '@/lib/notes/save-note'
import { useDraft } from '@/lib/notes/use-draft'
import { type Draft, isWaiting, isWrite, type Write } from '@/lib/offline/record'
import { findWrite } from '@/lib/writes/journal'
import { useChain } from '@/lib/writes/use-writes'
import { becomeNote } from './opened-note'

/** Text that a note's form starts from, with its origin and drafts. The form restarts from a draft or merged text. */
export function useNoteText(openedId: string | null, loaded: LoadedNote | undefined, isSaving: boolean) {
  // A note that is loaded again, after a login in another tab, does not replace the first.
  const [note, setNote] = useState(loaded)
  if (!note && loaded) setNote(loaded)
  const [restarts, setRestarts] = useState<{ text: NoteText; origin: Origin }[]>([])
  const [saved, setSaved] = useState<{ id: string; origin: Origin; restarts: number; isWhole: boolean }>()
  const id = saved?.id ?? openedId
  const { draft, autosaveStatus, autosave, recover, discard } = useDraft(id, note, restarts.length === 0)
  const { chain, setChain } = useChain()

  function restart(text: NoteText, base: NoteText, latest: LoadedNote) {
    setRestarts((earlier) => [...earlier, { text, origin: { base, latest } }])
  }

  function follow(write: Write | undefined) {
    setChain(write)
    if (write) autosave.follow(write.id, write.text)
  }

  /** The note was saved by itself: the form goes on as that note's. */
  function goOn({ text, write: { noteId = '', etag, sent, first } }: Write) {
    const mine = sent?.mine ?? text
    setSaved({
      id: noteId,
      origin: { base: mine, latest: { ...text, etag } },
      restarts: restarts.length,
      isWhole: !first,
    })
    setChain(undefined)
    autosave.become(noteId, mine)
    if (id === null) becomeNote(noteId)
  }
  const isDone = chain?.write.doneAt !== undefined && chain.write.noteId !== undefined && !isSaving
  useEffect(() => {
    if (isDone && chain) goOn(chain)
  }, [isDone, chain])

  const start = restarts.at(-1) ?? (note && { text: note, origin: { base: note, latest: note } })
  return {
    id,
    start,
    origin: saved?.restarts === restarts.length ? saved.origin : start?.origin,
    /** React key of the fields: 0 without a note, 1 with the loaded one, then one more for each restart. */
    startKey: note ? 1 + restarts.length : 0,
    draft: draft?.id === chain?.id ? undefined : draft,
    autosaveStatus,
    autosave,
    chain,
    isWaiting: chain !== undefined && isWaiting(chain),
    /** A version that was decided later may have been refused. */
    isSaved: saved?.restarts === restarts.length && saved.isWhole,
    follow,
    recover(found: Draft) {
      if (!note) return
      recover(found)
      restart(found.text, isSameText(found.base, note) ? note : found.base, note)
      const decided = isWrite(found) ? found : findWrite(found.follows ?? '')
      if (decided) follow(decided)
    },
    discard,
    editMerged({ theirs, merged }: Conflict) {
      autosave.setBase(theirs)
      autosave.change(merged)
      restart(merged, theirs, theirs)
    },
  }
}
