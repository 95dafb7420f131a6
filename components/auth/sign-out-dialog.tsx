import { ConfirmDialog } from '@/components/ui/dialog'
import { confirmSignOut, titlesInHistory } from '@/lib/domain/messages/auth'
import { nameOf } from '@/lib/domain/note-name'
import { useRead } from '@/lib/notes/use-read'
import { unsavedTexts } from '@/lib/shared-texts/unsaved-texts'

export function SignOutDialog({ onClose, onSignOut }: { onClose: () => void; onSignOut: () => void }) {
  const { data: texts = [], isLoading } = useRead(unsavedTexts)
  // An open dialog that grows would move its buttons away from the pointer, and screen readers have read it.
  if (isLoading) return null
  return (
    <ConfirmDialog
      question={confirmSignOut}
      detail={texts.map((text) => `«${nameOf(text)}»`).join(', ')}
      body={<p className="mt-3 text-control text-soft">{titlesInHistory}</p>}
      action="Cerrar sesión"
      onClose={onClose}
      onConfirm={onSignOut}
    />
  )
}
