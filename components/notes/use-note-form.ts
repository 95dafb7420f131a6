'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { focusFirst, textIn } from '@/components/ui/form'
import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import type { Draft } from '@/lib/kept/database'
import { useDraft } from '@/lib/kept/use-draft'
import type { Conflict, Origin } from '@/lib/notes/save-note'
import { LateSaveNote } from './late-in-form'

/** A note's form: what it starts from, its drafts, and the way to the host. */
export function useNoteForm(id: string | null, loaded: LoadedNote | undefined) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [toSave, setToSave] = useState<NoteText | null>(null)
  const [restarts, setRestarts] = useState<(Origin & { text: NoteText })[]>([])
  // What is loaded again later, at a login in another tab, is not what the fields were filled with.
  const [note, setNote] = useState(loaded)
  if (!note && loaded) setNote(loaded)
  const { draft, keeping, keeper, recover, discard } = useDraft(id, note)
  const start = restarts.at(-1) ?? (note && { text: note, base: note, latest: note })

  // Keeps what was typed before hydration.
  useEffect(() => {
    const text = form.current && textsIn(form.current)
    if (id === null && text && (text.title || text.content)) keeper.typed(text)
  }, [id, keeper])

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
    start,
    /** Changes when the fields are to start anew. */
    startKey: note ? restarts.length : 'nothing',
    isRestarted: restarts.length > 0,
    toSave,
    draft,
    keeping,
    onInput() {
      if (form.current) keeper.typed(textsIn(form.current))
      LateSaveNote.prepare().catch(() => {}) // it fails again, and is told, when it is needed
    },
    ask() {
      router.prefetch('/notas')
      if (form.current) setToSave(textsIn(form.current))
    },
    dismiss: () => setToSave(null),
    cancel: () => router.push('/notas'),
    leave,
    editMerged({ theirs, merged }: Conflict) {
      keeper.startFrom(theirs)
      keeper.typed(merged)
      restart(merged, { base: theirs, latest: theirs })
      setToSave(null)
    },
    recover(found: Draft) {
      if (!note) return
      recover(found)
      restart(found.text, { base: isSameText(found.base, note) ? note : found.base, latest: note })
    },
    discard(found: Draft) {
      discard(found)
      focusFirst(form.current, ['title'])
    },
  }
}

function textsIn(form: HTMLFormElement): NoteText {
  return { title: textIn(form, 'title'), content: textIn(form, 'content') }
}
