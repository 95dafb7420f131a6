import { leaveLoginNotice } from '@/components/auth/use-login-notice'
import { ErrorStrip } from '@/components/ui/error-strip'
import { StatusStrip } from '@/components/ui/status-strip'
import { deleteAccount } from '@/lib/auth/account'
import * as messages from '@/lib/domain/messages/account'
import { DownloadButton } from './transfer/download-button'
import { useTransfer } from './transfer/use-transfer'
import { TypedConfirmDialog } from './typed-confirm-dialog'

type Props = {
  hasPassword: boolean
  mayHaveDrafts: boolean
  onClose: () => void
  onDeleted: () => void
}

export function DeleteAccountDialog({ hasPassword, mayHaveDrafts, onClose, onDeleted }: Props) {
  const transfer = useTransfer()
  return (
    <TypedConfirmDialog
      question={messages.confirmDeleteAccount}
      sentence={`${hasPassword ? messages.confirmWithPassword : messages.confirmWithEmail} ${messages.cannotBeUndone}`}
      action="Eliminar cuenta"
      hasPassword={hasPassword}
      confirm={(typed) => deleteAccount(hasPassword ? { password: typed } : { email: typed.trim() })}
      onConfirmed={() => {
        leaveLoginNotice(messages.accountDeleted)
        onDeleted()
      }}
      onClose={onClose}
    >
      <p className="text-control text-soft">{messages.downloadFirst}</p>
      {mayHaveDrafts && <p className="text-control text-soft">{messages.unsavedIsDeleted}</p>}
      <div className="grid">
        <DownloadButton {...transfer} />
        <StatusStrip message={transfer.message} className="*:mt-4" />
      </div>
      {transfer.failure && <ErrorStrip message={transfer.failure} />}
    </TypedConfirmDialog>
  )
}
