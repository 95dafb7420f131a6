import { ConfirmDialog } from '@/components/ui/dialog'
import { confirmSignOut } from '@/lib/domain/messages/auth'
import type { NoteText } from '@/lib/domain/note'
import { nameOf } from '@/lib/domain/note-name'

type Props = {
  /** Those that are lost, as far as they are known. */
  texts: NoteText[]
  onClose: () => void
  onSignOut: () => void
}

export function SignOutDialog({ texts, onClose, onSignOut }: Props) {
  return (
    <ConfirmDialog
      question={confirmSignOut}
      detail={texts.map((text) => `«${nameOf(text)}»`).join(', ')}
      action="Cerrar sesión"
      onClose={onClose}
      onConfirm={onSignOut}
    />
  )
}
