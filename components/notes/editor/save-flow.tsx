import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { lazyComponent } from '@/components/ui/lazy-component'
import * as messages from '@/lib/domain/messages/editor-parts'
import type { NoteText } from '@/lib/domain/note'
import { type Conflict, type Origin, saveNote } from '@/lib/notes/save-note'
import type { Write } from '@/lib/offline/record'
import { isCodeMissing } from '@/lib/session/sentence-for'

const LazyConflictDialog = lazyComponent(async () => (await import('./conflict-dialog')).ConflictDialog)

/** 'saved': nothing is left to save. A conflict: the user wants to edit its merged text. */
export type SaveResult = 'saved' | 'unsaved' | 'code-missing' | Conflict

type Props = {
  form: Parameters<typeof saveNote>[0]
  text: NoteText
  origin: Origin
  /** The user has decided already, and could not be asked about a conflict then. */
  isDecided: boolean
  /** Called when the question is shown: the code may have been late, and the form may have changed meanwhile. */
  onOpen: () => void
  /** Called with the write that may still be done, by itself or at the next press; undefined if there is none. */
  onChain: (chain: Write | undefined, decided?: NoteText) => void
  onEnd: (result: SaveResult) => void
}

/** Asks whether to save, saves, and in a conflict asks which version stays. */
export function SaveFlow({ form, text, origin, isDecided, onOpen, onChain, onEnd }: Props) {
  const [isBusy, setIsBusy] = useState(isDecided)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const isNew = form.noteId === null
  const dismiss = () => onEnd('unsaved')

  const { prefetch } = useRouter()
  useEffect(() => {
    prefetch('/notas')
    if (isDecided) void save(origin)
    else onOpen()
  }, [])

  async function save(from: Origin, decided = form.decided) {
    setIsBusy(true)
    try {
      const result = await saveNote({ ...form, decided }, text, from)
      if (result.is === 'saved') return onEnd('saved')
      onChain(result.chain, result.is === 'unsaved' ? text : undefined)
      if (result.is === 'unsaved') throw result.error
      await LazyConflictDialog.preload()
      setConflict(result.conflict)
      setIsBusy(false)
    } catch (error) {
      console.error(error)
      onEnd(isCodeMissing(error) ? 'code-missing' : 'unsaved')
    }
  }

  function keepTheirs() {
    setIsBusy(true)
    onEnd('saved')
  }

  return conflict ? (
    <LazyConflictDialog
      mine={text}
      theirs={conflict.theirs}
      isBusy={isBusy}
      onClose={dismiss}
      onKeepMine={() => save({ base: conflict.theirs, latest: conflict.theirs }, conflict.theirs)}
      onKeepTheirs={keepTheirs}
      onEditMerged={() => onEnd(conflict)}
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
        onClick={() => save(origin)}
        isBusy={isBusy}
        aria-keyshortcuts="Control+Enter Control+S"
        data-first-focus
      >
        Guardar
      </Button>
    </Dialog>
  )
}
