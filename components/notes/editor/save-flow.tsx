import { useRouter } from 'next/navigation'
import { tellOutcome } from '@/components/shell/tell-statuses'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { lazyComponent, preloadOnIntent } from '@/components/ui/lazy-component'
import * as messages from '@/lib/domain/messages/editor-parts'
import type { NoteFormStore, Saving } from '@/lib/notes/form'
import type { FormState, OpenForm } from '@/lib/notes/form-state'
import { removeDraftsOf, saveNote } from '@/lib/notes/save-note'
import { isCodeMissing } from '@/lib/session/sentence-for'
import type { Conflict } from '@/lib/writes/outcome'

const LazyConflictDialog = lazyComponent(async () => (await import('./conflict-dialog')).ConflictDialog)

/** 'saved': nothing is left to save. A conflict: the user wants to edit its merged text. */
export type SaveResult = 'saved' | 'unsaved' | 'code-missing' | Conflict

type End = (result: SaveResult) => void

/** Saves the text for which Guardar was pressed. In a conflict the user is asked which version stays. */
export async function saveForm(
  form: NoteFormStore,
  onEnd: End,
  changed: Partial<OpenForm> = {},
): Promise<void> {
  const { state, saving } = form.get()
  if (state.is !== 'saving') return
  form.show({ saving: { ...saving, isBusy: true } })
  try {
    const result = await saveNote({ ...state, ...changed, autosave: form.autosave }, state.text)
    if (result.is === 'saved') {
      tellOutcome(messages.noteSaved)
      return onEnd('saved')
    }
    const { pressed, chain } = result
    form.send({ is: 'sent', pressed, chain, text: result.is === 'unsaved' ? result.decided : undefined })
    if (result.is === 'unsaved') throw result.error
    await LazyConflictDialog.preload()
    form.show({ saving: { isBusy: false, conflict: result.conflict } })
  } catch (error) {
    console.error(error)
    onEnd(isCodeMissing(error) ? 'code-missing' : 'unsaved')
  }
}

type Props = {
  form: NoteFormStore
  state: FormState & { is: 'saving' }
  saving: Saving | undefined
  /** Takes over the text of the form, which may have changed while this code was late. */
  onSave: () => void
  onEnd: End
}

export function SaveFlow({ form, state, saving, onSave, onEnd }: Props) {
  const { prefetch } = useRouter()
  const { isBusy = false, conflict } = saving ?? {}
  const isNew = state.noteId === null
  const dismiss = () => onEnd('unsaved')

  function save() {
    onSave()
    void saveForm(form, onEnd)
  }

  function keepMine({ theirs }: Conflict) {
    void saveForm(form, onEnd, { origin: { base: theirs, latest: theirs }, decided: theirs })
  }

  function keepTheirs() {
    form.show({ saving: { isBusy: true, conflict } })
    const owner = form.autosave.getOwner()
    if (owner !== null) removeDraftsOf(owner, state.noteId, state.text).catch(console.warn)
    tellOutcome(messages.otherKept)
    onEnd('saved')
  }

  function editMerged(merged: Conflict) {
    tellOutcome(messages.bothInText)
    onEnd(merged)
  }

  return conflict ? (
    <LazyConflictDialog
      mine={state.text}
      theirs={conflict.theirs}
      isBusy={isBusy}
      onClose={dismiss}
      onKeepMine={() => keepMine(conflict)}
      onKeepTheirs={keepTheirs}
      onEditMerged={() => editMerged(conflict)}
    />
  ) : (
    <Dialog
      question={isNew ? messages.confirmCreate : messages.confirmSave}
      isBusy={isBusy}
      onClose={dismiss}
    >
      <Button variant="bordered" onClick={dismiss} disabled={isBusy}>
        {isNew ? 'Cancelar' : 'Descartar'}
      </Button>
      <Button
        variant="solid"
        onClick={save}
        isBusy={isBusy}
        {...preloadOnIntent(() => prefetch('/notas'))}
        aria-keyshortcuts="Control+Enter Control+S"
        data-first-focus
      >
        Guardar
      </Button>
    </Dialog>
  )
}
