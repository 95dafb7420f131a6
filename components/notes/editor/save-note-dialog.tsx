import { paperClass } from '@/components/brand/paper'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { CardColor } from '@/lib/domain/card-colors'
import * as messages from '@/lib/domain/messages/editor-parts'

type Props = {
  isNew: boolean
  color?: CardColor | undefined
  isBusy: boolean
  onDismiss: () => void
  onSave: () => void
}

export function SaveNoteDialog({ isNew, color, isBusy, onDismiss, onSave }: Props) {
  return (
    <Dialog
      question={isNew ? messages.confirmCreate : messages.confirmSave}
      edge={color && `${paperClass(color)} bg-paper`}
      isBusy={isBusy}
      onClose={onDismiss}
    >
      <Button variant="bordered" onClick={onDismiss} disabled={isBusy}>
        {isNew ? 'Cancelar' : 'Descartar'}
      </Button>
      <Button
        variant="solid"
        onClick={onSave}
        isBusy={isBusy}
        aria-keyshortcuts="Control+Enter"
        data-first-focus
      >
        Guardar
      </Button>
    </Dialog>
  )
}
