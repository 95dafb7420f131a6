'use client'

import { PAPER } from '@/components/brand/paper'
import { useHydrated } from '@/components/ui/use-hydrated'
import type { CardColor } from '@/lib/domain/card-colors'
import * as messages from '@/lib/domain/messages/editor'
import type { LoadedNote } from '@/lib/domain/note'
import { previewOf } from '@/lib/domain/preview'
import { EditorToolbar } from './editor-toolbar'
import { LazyDraftBanner, LazyFoundDraftBanner, LazySaveFlow } from './lazy'
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

const NOT_KEPT = { failed: messages.draftsNotKept, 'signed-out': messages.notSignedInToKeep }

export function NoteForm({ id, heading, color, note, isLoading = false }: Props) {
  const isHydrated = useHydrated()
  const { form, start, startKey, isRestarted, toSave, draft, autosaveStatus, ...act } = useNoteForm(id, note)

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
        <EditorToolbar
          heading={heading}
          takesFocus={id !== null}
          isOnPastel={color !== undefined}
          canSave={isHydrated && start !== undefined}
          onCancel={act.cancel}
        />
        <div role="status">
          {draft && (
            <LazyFoundDraftBanner
              key={draft.id}
              sentence={id === null ? messages.newDraftFound : messages.draftFound}
              onRecover={() => act.recover(draft)}
              onDiscard={() => act.discard(draft)}
            />
          )}
          {autosaveStatus !== 'saved' && <LazyDraftBanner sentence={NOT_KEPT[autosaveStatus]} />}
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
        <LazySaveFlow
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
