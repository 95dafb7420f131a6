'use client'

import { Suspense } from 'react'
import { PAPER } from '@/components/brand/paper'
import { useHydrated } from '@/components/ui/use-hydrated'
import type { CardColor } from '@/lib/domain/card-colors'
import * as messages from '@/lib/domain/messages'
import type { LoadedNote } from '@/lib/domain/note'
import { previewOf } from '@/lib/domain/preview'
import { EditorBar } from './editor-bar'
import { LazyConflictDialog, LazyDraftFound, LazyDraftNotice } from './lazy'
import { Crease, LoadingNote, NoteFields } from './note-fields'
import { SaveNoteDialog } from './save-note-dialog'
import { useNoteForm } from './use-note-form'

type Props = {
  /** Null for a new note. */
  id: string | null
  heading: string
  /** The colour of the card it was opened from; white paper where there is none. */
  color?: CardColor | undefined
  /** What the host has; while it is undefined nothing can be written or saved. */
  note: LoadedNote | undefined
  isLoading?: boolean
  question: string
  dismiss: string
}

export function NoteForm({ id, heading, color, note, isLoading = false, question, dismiss }: Props) {
  const isHydrated = useHydrated()
  const { form, start, startKey, isRestarted, canSave, dialog, isBusy, draft, isKept, ...act } = useNoteForm(
    id,
    note,
  )

  return (
    <main className={`${PAPER[color ?? 'white']} flex min-h-dvh flex-col bg-paper-body sm:bg-paper-desk`}>
      <form
        ref={form}
        noValidate
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          act.ask()
        }}
        onInput={act.onInput}
        className="mx-auto flex w-full grow flex-col sm:w-[min(48rem,100%-4rem)]"
      >
        <EditorBar
          heading={heading}
          takesFocus={id !== null}
          isOnPastel={color !== undefined}
          canSave={isHydrated && canSave}
          onCancel={act.cancel}
        />
        <Suspense>
          {draft && (
            <LazyDraftFound
              sentence={id === null ? messages.newDraftFound : messages.draftFound}
              onRecover={() => act.recover(draft)}
              onDiscard={() => act.discard(draft)}
            />
          )}
          {!isKept && <LazyDraftNotice sentence={messages.draftsNotKept} />}
        </Suspense>
        <div className="relative flex grow flex-col sm:rounded-t-paper sm:border-x sm:border-t sm:border-paper-border sm:shadow-sheet sm:dark:border-transparent">
          {isLoading ? (
            <LoadingNote />
          ) : (
            <NoteFields key={startKey} note={start} takesFocus={id === null || isRestarted} />
          )}
          {color && note && previewOf(note.content).isCut && <Crease />}
        </div>
      </form>
      {dialog === 'save' && (
        <SaveNoteDialog
          question={question}
          dismiss={dismiss}
          color={color}
          isBusy={isBusy}
          onDismiss={act.dismiss}
          onSave={act.confirm}
        />
      )}
      {dialog !== null && dialog !== 'save' && (
        <Suspense>
          <LazyConflictDialog
            mine={dialog.mine}
            theirs={dialog.conflict.theirs}
            color={color}
            isBusy={isBusy}
            onClose={act.dismiss}
            onKeepMine={() => act.keepMine(dialog.mine, dialog.conflict)}
            onKeepTheirs={act.keepTheirs}
            onEditMerged={() => act.editMerged(dialog.conflict)}
          />
        </Suspense>
      )}
    </main>
  )
}
