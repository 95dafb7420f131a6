'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { focusFirst, textIn } from '@/components/ui/form'
import { isSameText, type LoadedNote, type NoteText } from '@/lib/domain/note'
import { useDraft } from '@/lib/drafts/use-draft'
import type { Conflict, Origin } from '@/lib/notes/save-note'
import type { Draft } from '@/lib/offline/database'
import { LazySaveFlow } from './lazy'

/** A note's form: what it starts from, its drafts, and the way to the host. */
export function useNoteForm(id: string | null, loaded: LoadedNote | undefined) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [toSave, setToSave] = useState<NoteText | null>(null)
  const [restarts, setRestarts] = useState<(Origin & { text: NoteText })[]>([])
  // What is loaded again later, at a login in another tab, is not what the fields were filled with.
  const [note, setNote] = useState(loaded)
  if (!note && loaded) setNote(loaded)
  const { draft, autosaveStatus, autosave, recover, discard } = useDraft(id, note)
  const start = restarts.at(-1) ?? (note && { text: note, base: note, latest: note })

  // Keeps what was typed before hydration.
  useEffect(() => {
    const text = form.current && textsIn(form.current)
    if (id === null && text && (text.title || text.content)) autosave.change(text)
  }, [id, autosave])

  /** With nothing left to save. Whoever has gone Back meanwhile stays there. */
  function leave() {
    void autosave.clear()
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
    autosaveStatus,
    onInput() {
      if (form.current) autosave.change(textsIn(form.current))
      LazySaveFlow.preload().catch(() => {}) // it fails again, and is told, when it is needed
    },
    ask() {
      router.prefetch('/notas')
      if (form.current) setToSave(textsIn(form.current))
    },
    dismiss: () => setToSave(null),
    cancel: () => router.push('/notas'),
    leave,
    editMerged({ theirs, merged }: Conflict) {
      autosave.setBase(theirs)
      autosave.change(merged)
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
