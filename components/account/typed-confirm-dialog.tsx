import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorStrip } from '@/components/ui/error-strip'
import { focusFirst, textIn } from '@/components/ui/form'
import { PasswordField, TextField } from '@/components/ui/text-field'
import * as messages from '@/lib/domain/messages/account'
import { useAccountCall } from './use-account-call'
import { UsernameField } from './username-field'

type Props = {
  question: string
  sentence: string
  action: string
  hasPassword?: boolean
  confirm: (typed: string) => Promise<void>
  onConfirmed: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks for the password of the account, or for its email where it has none. */
export function TypedConfirmDialog(props: Props) {
  const { question, sentence, action, hasPassword = true, confirm, onConfirmed, onClose, children } = props
  const formId = useId()
  const { isBusy, failure, run } = useAccountCall()
  const [error, setError] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = textIn(form, 'confirmation')
    setError(typed ? undefined : messages.fieldRequired)
    if (!typed) return void focusFirst(form, ['confirmation'])
    await run(() => confirm(typed), onConfirmed)
  }

  return (
    <Dialog
      question={question}
      isBusy={isBusy}
      onClose={onClose}
      body={
        <form id={formId} noValidate method="post" onSubmit={submit} className="mt-2 grid gap-4">
          {children}
          <p className="text-control text-soft">{sentence}</p>
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
        {action}
      </Button>
    </Dialog>
  )
}
