import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { tellOutcome } from '@/components/shell/tell-statuses'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { lazyComponent } from '@/components/ui/lazy-component'
import * as messages from '@/lib/domain/messages/editor-parts'
import type { NoteFormStore } from '@/lib/notes/form'
import type { FormState, OpenForm } from '@/lib/notes/form-state'
import { saveNote } from '@/lib/notes/save-note'
import { isConflicting } from '@/lib/offline/record'
import { isCodeMissing } from '@/lib/session/sentence-for'
import type { Conflict } from '@/lib/writes/outcome'

const LazyConflictDialog = lazyComponent(async () => (await import('./conflict-dialog')).ConflictDialog)

/** 'saved': nothing is left to save. A conflict: the user wants to edit its merged text. */
export type SaveResult = 'saved' | 'unsaved' | 'code-missing' | Conflict

type Props = {
  form: NoteFormStore
  state: FormState & { is: 'saving' }
  /** Called when the question is shown: the code may have been late, and the form may have changed meanwhile. */
  onOpen: () => void
  onEnd: (result: SaveResult) => void
}

/** Asks whether to save, saves, and in a conflict asks which version stays. */
export function SaveFlow({ form, state, onOpen, onEnd }: Props) {
  // The user has decided already, and could not be asked about a conflict then.
  const [isDecided] = useState(state.chain !== undefined && isConflicting(state.chain))
  const [isBusy, setIsBusy] = useState(isDecided)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { text } = state
  const isNew = state.noteId === null
  const dismiss = () => onEnd('unsaved')

  const { prefetch } = useRouter()
  useEffect(() => {
    prefetch('/notas')
    if (isDecided) void save()
    else onOpen()
  }, [])

  async function save(changed: Partial<OpenForm> = {}) {
    setIsBusy(true)
    try {
      const result = await saveNote({ ...state, ...changed, autosave: form.autosave }, text)
      if (result.is === 'saved') return end('saved', messages.noteSaved)
      const { pressed, chain } = result
      form.send({ is: 'sent', pressed, chain, text: result.is === 'unsaved' ? result.decided : undefined })
      if (result.is === 'unsaved') throw result.error
      await LazyConflictDialog.preload()
      setConflict(result.conflict)
      setIsBusy(false)
    } catch (error) {
      console.error(error)
      onEnd(isCodeMissing(error) ? 'code-missing' : 'unsaved')
    }
  }

  function keepMine({ theirs }: Conflict) {
    void save({ origin: { base: theirs, latest: theirs }, decided: theirs })
  }

  function keepTheirs() {
    setIsBusy(true)
    end('saved', messages.otherKept)
  }

  function end(result: SaveResult, sentence: string) {
    tellOutcome(sentence)
    onEnd(result)
  }

  return conflict ? (
    <LazyConflictDialog
      mine={text}
      theirs={conflict.theirs}
      isBusy={isBusy}
      onClose={dismiss}
      onKeepMine={() => keepMine(conflict)}
      onKeepTheirs={keepTheirs}
      onEditMerged={() => end(conflict, messages.bothInText)}
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
        onClick={() => save()}
        isBusy={isBusy}
        aria-keyshortcuts="Control+Enter Control+S"
        data-first-focus
      >
        Guardar
      </Button>
    </Dialog>
  )
}
