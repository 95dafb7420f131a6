import { useEffect, useState } from 'react'
import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import type { Conflict, Origin } from '@/lib/notes/save-note'
import { useDraft } from '@/lib/notes/use-draft'
import {
  type DoneState,
  type DraftOrWrite,
  isDone,
  isWaiting,
  isWrite,
  type Write,
} from '@/lib/offline/record'
import { findWrite } from '@/lib/writes/journal'
import { useChain } from '@/lib/writes/use-chain'
import { becomeNote } from './opened-note'

/** Text that a note's form starts from, with its origin and drafts. The form restarts from a draft or merged text. */
export function useNoteText(openedId: string | null, loaded: LoadedNote | undefined, isSaving: boolean) {
  // A note that is loaded again, after a login in another tab, does not replace the first.
  const [note, setNote] = useState(loaded)
  if (!note && loaded) setNote(loaded)
  const [restarts, setRestarts] = useState<{ text: NoteText; origin: Origin }[]>([])
  const [saved, setSaved] = useState<{ id: string; origin: Origin; restarts: number; text?: NoteText }>()
  const id = saved?.id ?? openedId
  const { draft, autosaveStatus, autosave, recover, discard } = useDraft(id, note, restarts.length === 0)
  const { chain, setChain } = useChain()
  const [decided, setDecided] = useState<NoteText>()

  function restart(text: NoteText, origin: Origin) {
    setRestarts((earlier) => [...earlier, { text, origin }])
  }

  /** `text`: the form's, where the record has it by now. */
  function follow(write: Write | undefined, text?: NoteText) {
    setChain(write)
    if (!write || !text) return
    setDecided(text)
    autosave.follow(write.id, text)
  }

  /** The note was saved by itself: the form goes on as that note's. */
  function goOn(write: Write & { state: DoneState }) {
    const { text, state } = write
    const { noteId = '', etag } = state
    const sentText = (write.kind === 'replace' && write.sent?.mine) || text
    const first = write.kind === 'create' ? write.first : undefined
    // Another form may have given the record a text that this one has not seen.
    const isOwn = first !== undefined || !decided || isSameText(decided, sentText)
    const mine = isOwn ? sentText : decided
    setSaved({
      id: noteId,
      origin: { base: mine, latest: { ...text, etag, isKept: !isOwn } },
      restarts: restarts.length,
      ...(isOwn && { text: mine }),
    })
    setChain(undefined)
    autosave.become(noteId, mine)
    if (id === null) becomeNote(noteId)
  }
  const saved0 = chain && isDone(chain) && chain.state.noteId !== undefined && !isSaving ? chain : undefined
  useEffect(() => {
    if (saved0) goOn(saved0)
  }, [saved0])

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
    decided,
    isWaiting: chain !== undefined && isWaiting(chain),
    savedText: saved?.restarts === restarts.length ? saved.text : undefined,
    follow,
    recover(found: DraftOrWrite, copied?: NoteText) {
      if (!note) return
      recover(found)
      restart(found.text, { base: isSameText(found.base, note) ? note : found.base, latest: note, copied })
      const write = isWrite(found) ? found : findWrite(found.follows ?? '')
      if (write) follow(write, isWrite(found) ? found.text : found.base)
      else if (id === null) setChain(undefined)
      else setDecided(found.base)
    },
    discard,
    editMerged({ theirs, merged }: Conflict) {
      setDecided(theirs)
      autosave.setBase(theirs)
      autosave.change(merged)
      restart(merged, { base: theirs, latest: theirs })
    },
  }
}
