import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { StatusStrip } from '@/components/ui/status-strip'
import { type Account, deleteAccount, getAccount } from '@/lib/auth/account'
import { leaveLoginNotice } from '@/lib/auth/login-notice'
import * as messages from '@/lib/domain/messages/account'
import { unsavedTexts } from '@/lib/shared-texts/unsaved-texts'
import { AccountSection } from './account-section'
import { DownloadButton } from './transfer/download-button'
import { useTransfer } from './transfer/use-transfer'
import { TypedConfirmDialog } from './typed-confirm-dialog'
import { useAccountCall } from './use-account-call'

export function DeleteAccountSection({ onDeleted }: { onDeleted: () => void }) {
  const { isBusy, failure, run } = useAccountCall()
  const [account, setAccount] = useState<Account>()
  const [question, setQuestion] = useState<{ mayHaveDrafts: boolean } | null>(null)

  /** The second time it makes no call: it would fail after a deletion whose response was lost. */
  async function ask() {
    const answer = async () => ({
      found: account ?? (await getAccount()),
      mayHaveDrafts: (await unsavedTexts().catch(() => undefined))?.length !== 0,
    })
    await run(answer, ({ found, ...asked }) => {
      setAccount(found)
      setQuestion(asked)
    })
  }

  return (
    <AccountSection heading="Eliminar cuenta" sentence={messages.deleteAccount} failure={failure}>
      <Button variant="danger" isBusy={isBusy} onClick={ask}>
        Eliminar cuenta
      </Button>
      {account && question && (
        <DeleteAccountDialog
          account={account}
          mayHaveDrafts={question.mayHaveDrafts}
          onClose={() => setQuestion(null)}
          onDeleted={onDeleted}
        />
      )}
    </AccountSection>
  )
}

type DialogProps = {
  account: Account
  mayHaveDrafts: boolean
  onClose: () => void
  onDeleted: () => void
}

function DeleteAccountDialog({ account, mayHaveDrafts, onClose, onDeleted }: DialogProps) {
  const { hasPassword } = account
  const transfer = useTransfer()
  return (
    <TypedConfirmDialog
      question={messages.confirmDeleteAccount}
      sentence={`${hasPassword ? messages.confirmWithPassword : messages.confirmWithEmail} ${messages.cannotBeUndone}`}
      action="Eliminar cuenta"
      hasPassword={hasPassword}
      confirm={(typed) => deleteAccount(account, typed)}
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
