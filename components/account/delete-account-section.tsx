'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import * as messages from '@/lib/domain/messages/account'
import { type Account, getAccount } from '@/lib/session/account'
import { AccountSection } from './account-section'
import { DeleteAccountDialog } from './delete-account-dialog'
import { useAccountCall } from './use-account-call'

/** `onDeleted` removes what the browser stores of the user. */
export function DeleteAccountSection({ onDeleted }: { onDeleted: () => void }) {
  const { isBusy, failure, send } = useAccountCall()
  const [account, setAccount] = useState<Account>()
  const [isAsking, setIsAsking] = useState(false)

  /** The second time it makes no call: it would fail after a deletion whose response was lost. */
  async function ask() {
    if (account) return setIsAsking(true)
    await send(getAccount, (found) => {
      setAccount(found)
      setIsAsking(true)
    })
  }

  return (
    <AccountSection heading="Eliminar cuenta" sentence={messages.deleteAccount} failure={failure}>
      <Button variant="danger" isBusy={isBusy} onClick={ask}>
        Eliminar cuenta
      </Button>
      {account && isAsking && (
        <DeleteAccountDialog
          hasPassword={account.hasPassword}
          onClose={() => setIsAsking(false)}
          onDeleted={onDeleted}
        />
      )}
    </AccountSection>
  )
}
