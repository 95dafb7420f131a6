import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { confirmSignOut } from '@/lib/domain/messages/auth'

export function SignOutDialog({ onClose, onSignOut }: { onClose: () => void; onSignOut: () => void }) {
  return (
    <Dialog question={confirmSignOut} isBusy={false} onClose={onClose}>
      <Button variant="bordered" onClick={onClose} data-first-focus>
        Cancelar
      </Button>
      <Button variant="danger" onClick={onSignOut}>
        Cerrar sesión
      </Button>
    </Dialog>
  )
}
