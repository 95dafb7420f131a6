import { ConfirmDialog } from '@/components/ui/dialog'
import { confirmSignOut } from '@/lib/domain/messages/auth'

export function SignOutDialog({ onClose, onSignOut }: { onClose: () => void; onSignOut: () => void }) {
  return (
    <ConfirmDialog question={confirmSignOut} action="Cerrar sesión" onClose={onClose} onConfirm={onSignOut} />
  )
}
