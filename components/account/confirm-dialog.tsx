import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

type Props = {
  question: string
  detail?: string | undefined
  action: string
  isBusy: boolean
  onClose: () => void
  onConfirm: () => void
}

export function ConfirmDialog({ action, onConfirm, detail = '', ...dialog }: Props) {
  return (
    <Dialog {...dialog} detail={detail}>
      <Button variant="bordered" onClick={dialog.onClose} disabled={dialog.isBusy} data-first-focus>
        Cancelar
      </Button>
      <Button variant="danger" onClick={onConfirm} isBusy={dialog.isBusy}>
        {action}
      </Button>
    </Dialog>
  )
}
