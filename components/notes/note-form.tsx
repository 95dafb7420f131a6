'use client'

import { PAPER } from '@/components/brand/paper'
import { useHydrated } from '@/components/ui/use-hydrated'
import type { CardColor } from '@/lib/domain/card-colors'
import type { LoadedNote } from '@/lib/domain/note'
import { previewOf } from '@/lib/domain/preview'
import * as messages from '@/lib/domain/writing-messages'
import { EditorBar } from './editor-bar'
import { LateDraftFound, LateDraftNotice, LateSaveNote } from './late-in-form'
import { Crease, LoadingNote, NoteFields } from './note-fields'
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
}

const NOT_KEPT = { refused: messages.draftsNotKept, 'not-signed-in': messages.notSignedInToKeep }

export function NoteForm({ id, heading, color, note, isLoading = false }: Props) {
  const isHydrated = useHydrated()
  const { form, start, startKey, isRestarted, toSave, draft, keeping, ...act } = useNoteForm(id, note)

  return (
    <main className={`${PAPER[color ?? 'white']} flex min-h-dvh flex-col bg-paper-body sm:bg-paper-desk`}>
      <form
        ref={form}
        noValidate
        method="post"
        // Drafts restore text for its owner; a browser restores it for anybody. For a textarea Chromium asks the form alone.
        autoComplete="off"
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
          canSave={isHydrated && start !== undefined}
          onCancel={act.cancel}
        />
        <div role="status">
          {draft && (
            <LateDraftFound
              key={draft.id}
              sentence={id === null ? messages.newDraftFound : messages.draftFound}
              onRecover={() => act.recover(draft)}
              onDiscard={() => act.discard(draft)}
            />
          )}
          {keeping !== 'kept' && <LateDraftNotice sentence={NOT_KEPT[keeping]} />}
        </div>
        <div className="relative flex grow flex-col sm:rounded-t-paper sm:border-x sm:border-t sm:border-paper-border sm:sheet-shadow sm:dark:border-transparent">
          {isLoading ? (
            <LoadingNote />
          ) : (
            <NoteFields key={startKey} note={start?.text} takesFocus={id === null || isRestarted} />
          )}
          {color && note && previewOf(note.content).isCut && <Crease />}
        </div>
      </form>
      {toSave && start && (
        <LateSaveNote
          id={id}
          text={toSave}
          origin={start}
          color={color}
          onClose={act.dismiss}
          onSaved={act.leave}
          onEditMerged={act.editMerged}
        />
      )}
    </main>
  )
}
