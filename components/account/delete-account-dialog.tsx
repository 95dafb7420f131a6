'use client'

import { type FormEvent, useId, useState } from 'react'
import { leaveLoginNotice } from '@/components/auth/use-login-notice'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorStrip } from '@/components/ui/error-strip'
import { focusFirst, textIn } from '@/components/ui/form'
import { PasswordField } from '@/components/ui/password-field'
import { StatusStrip } from '@/components/ui/status-strip'
import { TextField } from '@/components/ui/text-field'
import { deleteAccount } from '@/lib/auth/account'
import * as messages from '@/lib/domain/messages/account'
import { DownloadButton } from './transfer/download-button'
import { useTransfer } from './transfer/use-transfer'
import { useAccountCall } from './use-account-call'
import { UsernameField } from './username-field'

type Props = {
  hasPassword: boolean
  mayHaveDrafts: boolean
  onClose: () => void
  onDeleted: () => void
}

export function DeleteAccountDialog({ hasPassword, mayHaveDrafts, onClose, onDeleted }: Props) {
  const formId = useId()
  const { isBusy, failure, run } = useAccountCall()
  const transfer = useTransfer()
  const [error, setError] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = textIn(form, 'confirmation')
    setError(typed ? undefined : messages.fieldRequired)
    if (!typed) return void focusFirst(form, ['confirmation'])

    await run(
      () => deleteAccount(hasPassword ? { password: typed } : { email: typed.trim() }),
      () => {
        leaveLoginNotice(messages.accountDeleted)
        onDeleted()
      },
    )
  }

  return (
    <Dialog
      question={messages.confirmDeleteAccount}
      isBusy={isBusy}
      onClose={onClose}
      body={
        <form id={formId} noValidate method="post" onSubmit={submit} className="mt-2 grid gap-4">
          <p className="text-control text-soft">{messages.downloadFirst}</p>
          {mayHaveDrafts && <p className="text-control text-soft">{messages.unsavedIsDeleted}</p>}
          <div className="grid">
            <DownloadButton {...transfer} />
            <StatusStrip message={transfer.message} className="*:mt-4" />
          </div>
          {transfer.failure && <ErrorStrip message={transfer.failure} />}
          <p className="text-control text-soft">
            {hasPassword ? messages.confirmWithPassword : messages.confirmWithEmail}
          </p>
          {hasPassword && <UsernameField />}
          {hasPassword ? (
            <PasswordField label="Contraseña" name="confirmation" error={error} />
          ) : (
            <TextField label="Email" name="confirmation" type="email" autoComplete="email" error={error} />
          )}
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
