import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { type Account, getAccount } from '@/lib/auth/account'
import * as messages from '@/lib/domain/messages/account'
import { mayHaveDrafts } from '@/lib/drafts/draft-store'
import { getUser } from '@/lib/session/token'
import { AccountSection } from './account-section'
import { DeleteAccountDialog } from './delete-account-dialog'
import { useAccountCall } from './use-account-call'

/** `onDeleted` removes what the browser stores of the user. */
export function DeleteAccountSection({ onDeleted }: { onDeleted: () => void }) {
  const { isBusy, failure, run } = useAccountCall()
  const [account, setAccount] = useState<Account>()
  const [question, setQuestion] = useState<{ mayHaveDrafts: boolean } | null>(null)

  /** The second time it makes no call: it would fail after a deletion whose response was lost. */
  async function ask() {
    const answer = async () => ({
      found: account ?? (await getAccount()),
      mayHaveDrafts: await mayHaveDrafts(getUser()),
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
          hasPassword={account.hasPassword}
          mayHaveDrafts={question.mayHaveDrafts}
          onClose={() => setQuestion(null)}
          onDeleted={onDeleted}
        />
      )}
    </AccountSection>
  )
}
