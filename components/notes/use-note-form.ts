'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { textIn } from '@/components/ui/form'
import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import type { Draft } from '@/lib/kept/database'
import { useDraft } from '@/lib/kept/use-draft'
import type { Conflict } from '@/lib/notes/save-note'
import { useSaveNote } from '@/lib/notes/use-save-note'

/** What the text in the fields is made of, and what the host is known to have. */
type Origin = { base: LoadedNote; latest: LoadedNote }

type OpenDialog = 'save' | { mine: NoteText; conflict: Conflict } | null

/** A note's form: what it starts from, its drafts, and the way to the host. */
export function useNoteForm(id: string | null, loaded: LoadedNote | undefined) {
  const router = useRouter()
  const saveNote = useSaveNote()
  const form = useRef<HTMLFormElement>(null)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [restarts, setRestarts] = useState<(Origin & { text: NoteText })[]>([])
  // What is loaded again later, at a login in another tab, is not what the fields were filled with.
  const [note, setNote] = useState(loaded)
  if (!note && loaded) setNote(loaded)
  const { draft, isKept, keeper, recover, discard } = useDraft(id, note)
  const start = restarts.at(-1) ?? (note && { text: note, base: note, latest: note })

  async function save(text: NoteText, origin: Origin | undefined) {
    if (!origin) return
    setIsBusy(true)
    try {
      const conflict = await saveNote(id, text, origin)
      if (!conflict) return leave()
      setDialog({ mine: text, conflict })
    } catch (error) {
      console.error(error)
      setDialog(null)
    }
    setIsBusy(false)
  }

  /** With nothing left to save. Whoever has gone Back meanwhile stays there. */
  function leave() {
    void keeper.settle()
    if (form.current) router.push('/notas')
  }

  function restart(text: NoteText, origin: Origin) {
    setRestarts([...restarts, { text, ...origin }])
  }

  return {
    form,
    start: start?.text,
    /** Changes when the fields are to start anew. */
    startKey: note ? restarts.length : 'nothing',
    isRestarted: restarts.length > 0,
    canSave: note !== undefined,
    dialog,
    isBusy,
    draft,
    isKept,
    onInput: () => form.current && keeper.typed(textsIn(form.current)),
    ask() {
      router.prefetch('/notas')
      setDialog('save')
    },
    dismiss: () => setDialog(null),
    cancel: () => router.push('/notas'),
    confirm: () => form.current && save(textsIn(form.current), start),
    keepMine: (mine: NoteText, { theirs }: Conflict) => save(mine, { base: theirs, latest: theirs }),
    keepTheirs: leave,
    editMerged({ theirs, merged }: Conflict) {
      keeper.startFrom(theirs)
      keeper.typed(merged)
      restart(merged, { base: theirs, latest: theirs })
      setDialog(null)
    },
    async recover(found: Draft) {
      if (!note) return
      await recover(found)
      restart(found.text, { base: isSameText(found.base, note) ? note : found.base, latest: note })
    },
    discard,
  }
}

function textsIn(form: HTMLFormElement): NoteText {
  return { title: textIn(form, 'title'), content: textIn(form, 'content') }
}
