import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { dateOf } from '@/lib/domain/dates'
import * as messages from '@/lib/domain/messages/account'
import { nameOf } from '@/lib/domain/note-name'
import { previewOf } from '@/lib/domain/preview'
import type { DeletedNote } from '@/lib/notes/trash'
import { AccountRow } from './account-row'
import { useAccountCall } from './use-account-call'

type Props = {
  note: DeletedNote
  onGone: (note: DeletedNote, message: string, isStale: boolean) => void
}

export function TrashRow({ note, onGone }: Props) {
  const { isBusy, failure, run } = useAccountCall()
  const [isAsking, setIsAsking] = useState(false)
  const name = nameOf(note)

  async function take(act: 'restoreNote' | 'eraseNote', done: (name: string) => string) {
    const call = async () => (await import('@/lib/notes/trash'))[act](note)
    const end = (wasInTrash: boolean) => {
      const sentence = wasInTrash ? done : messages.notInTrash
      onGone(note, sentence(previewOf(name).text), !wasInTrash)
    }
    await run(call, end, messages.failuresOfRow)
    setIsAsking(false)
  }

  return (
    <AccountRow
      name={
        <span dir="auto" className="font-written wrap-anywhere">
          {name}
        </span>
      }
      detail={messages.deletedOn(dateOf(note.deletedAt))}
      failure={failure}
    >
      <Button
        variant="quiet"
        aria-label={`Restaurar nota: ${name}`}
        isBusy={isBusy && !isAsking}
        onClick={() => take('restoreNote', messages.restored)}
      >
        Restaurar
      </Button>
      <Button
        variant="quiet"
        aria-label={`Eliminar para siempre: ${name}`}
        disabled={isBusy && !isAsking}
        onClick={() => setIsAsking(true)}
      >
        Eliminar
      </Button>
      {isAsking && (
        <ConfirmDialog
          question={messages.confirmDeleteForever}
          detail={name}
          action="Eliminar"
          isBusy={isBusy}
          onClose={() => setIsAsking(false)}
          onConfirm={() => take('eraseNote', messages.deletedForever)}
        />
      )}
    </AccountRow>
  )
}
