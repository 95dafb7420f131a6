import { type ReactNode, useId } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorStrip } from '@/components/ui/error-strip'
import { PasswordField, TextField } from '@/components/ui/text-field'
import { useForm } from '@/components/ui/use-form'
import * as messages from '@/lib/domain/messages/account'
import { useAccountCall } from './use-account-call'
import { UsernameField } from './username-field'

type Props = {
  question: string
  sentence: string
  action: string
  hasPassword?: boolean
  confirm: (typed: string) => Promise<unknown>
  onConfirmed: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks for the password of the account, or for its email where it has none. */
export function TypedConfirmDialog(props: Props) {
  const { question, sentence, action, hasPassword = true, confirm, onConfirmed, onClose, children } = props
  const formId = useId()
  const call = useAccountCall()
  const { isBusy, failure, run } = call
  const required = hasPassword ? messages.ownPasswordRequired : messages.emailRequired
  const { errors, submit } = useForm(call, {
    read: (textOf) => ({ confirmation: textOf('confirmation') }),
    validate: ({ confirmation }) => (confirmation ? {} : { confirmation: required }),
    send: ({ confirmation }) => run(() => confirm(confirmation), onConfirmed),
  })

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
            <PasswordField label="Contraseña" name="confirmation" error={errors.confirmation} />
          ) : (
            <TextField
              label="Email"
              name="confirmation"
              type="email"
              autoComplete="email"
              error={errors.confirmation}
            />
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
