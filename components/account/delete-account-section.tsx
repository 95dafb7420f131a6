'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorStrip } from '@/components/ui/error-strip'
import { focusFirst, textIn } from '@/components/ui/form'
import { TextField } from '@/components/ui/text-field'
import * as messages from '@/lib/domain/messages/account'
import { deleteAccount, getAccount } from '@/lib/session/account'
import { AccountSection } from './account-section'
import { useAccountCall } from './use-account-call'

/** `onDeleted` removes what the browser stores of the user. */
export function DeleteAccountSection({ onDeleted }: { onDeleted: () => void }) {
  const { isBusy, failure, send } = useAccountCall()
  const [hasPassword, setHasPassword] = useState<boolean>()

  async function ask() {
    const account = await send(getAccount)
    if (account) setHasPassword(account.hasPassword)
  }

  return (
    <AccountSection heading="Eliminar cuenta" sentence={messages.deleteAccount}>
      <Button variant="danger" isBusy={isBusy} onClick={ask}>
        Eliminar cuenta
      </Button>
      {failure && <ErrorStrip message={failure} />}
      {hasPassword !== undefined && (
        <DeleteAccountDialog
          hasPassword={hasPassword}
          onClose={() => setHasPassword(undefined)}
          onDeleted={onDeleted}
        />
      )}
    </AccountSection>
  )
}

type DialogProps = { hasPassword: boolean; onClose: () => void; onDeleted: () => void }

function DeleteAccountDialog({ hasPassword, onClose, onDeleted }: DialogProps) {
  const formId = useId()
  const { isBusy, failure, send } = useAccountCall()
  const [error, setError] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = textIn(form, 'confirmation')
    setError(typed ? undefined : messages.fieldRequired)
    if (!typed) return void focusFirst(form, ['confirmation'])

    const isDeleted = await send(async () => {
      await deleteAccount(hasPassword ? { password: typed } : { email: typed.trim() })
      return true
    })
    if (isDeleted) onDeleted()
  }

  return (
    <Dialog
      question={messages.confirmDeleteAccount}
      isBusy={isBusy}
      onClose={onClose}
      body={
        <form id={formId} noValidate method="post" onSubmit={submit} className="mt-2 grid gap-4">
          <p className="text-control text-soft">
            {hasPassword ? messages.confirmWithPassword : messages.confirmWithEmail}
          </p>
          <TextField
            label={hasPassword ? 'Contraseña' : 'Email'}
            name="confirmation"
            type={hasPassword ? 'password' : 'email'}
            autoComplete={hasPassword ? 'current-password' : 'email'}
            error={error}
            data-first-focus
          />
          {failure && <ErrorStrip message={failure} />}
        </form>
      }
    >
      <Button variant="bordered" onClick={onClose} disabled={isBusy}>
        Cancelar
      </Button>
      <Button variant="danger" type="submit" form={formId} isBusy={isBusy}>
        Eliminar cuenta
      </Button>
    </Dialog>
  )
}
