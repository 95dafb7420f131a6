'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { PAPER } from '@/components/brand/paper'
import { textIn } from '@/components/ui/form'
import { useHydrated } from '@/components/ui/use-hydrated'
import type { CardColor } from '@/lib/domain/card-colors'
import type { NoteText } from '@/lib/domain/note'
import { previewOf } from '@/lib/domain/preview'
import { useSaveNote } from '@/lib/notes/use-save-note'
import { EditorBar } from './editor-bar'
import { Crease, LoadingNote, NoteFields } from './note-fields'
import { SaveNoteDialog } from './save-note-dialog'

type Props = {
  /** Null for a new note. */
  id: string | null
  heading: string
  /** The colour of the card it was opened from; white paper where there is none. */
  color?: CardColor | undefined
  /** What the form starts from; while it is undefined nothing can be written or saved. */
  note: NoteText | undefined
  isLoading?: boolean
  question: string
  dismiss: string
}

export function NoteForm({ id, heading, color, note, isLoading = false, question, dismiss }: Props) {
  const router = useRouter()
  const saveNote = useSaveNote()
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [dialog, setDialog] = useState<'closed' | 'asking' | 'saving'>('closed')

  function ask(event: FormEvent) {
    event.preventDefault()
    router.prefetch('/notas')
    setDialog('asking')
  }

  async function save() {
    if (!form.current) return
    setDialog('saving')
    try {
      await saveNote(id, { title: textIn(form.current, 'title'), content: textIn(form.current, 'content') })
      // Whoever has gone Back meanwhile stays there.
      if (form.current) router.push('/notas')
    } catch (error) {
      console.error(error)
      setDialog('closed')
    }
  }

  return (
    <main className={`${PAPER[color ?? 'white']} flex min-h-dvh flex-col bg-paper-body sm:bg-paper-desk`}>
      <form
        ref={form}
        noValidate
        method="post"
        onSubmit={ask}
        className="mx-auto flex w-full grow flex-col sm:w-[min(48rem,100%-4rem)]"
      >
        <EditorBar
          heading={heading}
          takesFocus={id !== null}
          isOnPastel={color !== undefined}
          canSave={isHydrated && note !== undefined}
          onCancel={() => router.push('/notas')}
        />
        <div className="relative flex grow flex-col sm:rounded-t-paper sm:border-x sm:border-t sm:border-paper-border sm:shadow-sheet sm:dark:border-transparent">
          {isLoading ? <LoadingNote /> : <NoteFields note={note} takesFocus={id === null} />}
          {color && note && previewOf(note.content).isCut && <Crease />}
        </div>
      </form>
      {dialog !== 'closed' && (
        <SaveNoteDialog
          question={question}
          dismiss={dismiss}
          color={color}
          isBusy={dialog === 'saving'}
          onDismiss={() => setDialog('closed')}
          onSave={save}
        />
      )}
    </main>
  )
}
