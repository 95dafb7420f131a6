'use client'

import { PAPER } from '@/components/brand/paper'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { CardColor } from '@/lib/domain/card-colors'

type Props = {
  question: string
  dismiss: string
  color?: CardColor | undefined
  isBusy: boolean
  onDismiss: () => void
  onSave: () => void
}

export function SaveNoteDialog({ question, dismiss, color, isBusy, onDismiss, onSave }: Props) {
  return (
    <Dialog
      question={question}
      edge={color && `${PAPER[color]} bg-paper`}
      isBusy={isBusy}
      onClose={onDismiss}
    >
      <Button variant="bordered" onClick={onDismiss} disabled={isBusy}>
        {dismiss}
      </Button>
      <Button variant="solid" onClick={onSave} isBusy={isBusy} data-first-focus>
        Guardar
      </Button>
    </Dialog>
  )
}
