import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorStrip } from '@/components/ui/error-strip'
import { StatusStrip } from '@/components/ui/status-strip'
import { EmailField } from '@/components/ui/text-field'
import { useForm } from '@/components/ui/use-form'
import { findRefusal, requestResetLink } from '@/lib/auth/password-reset'
import { emailErrors, trimEmail } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/auth'
import { useRead } from '@/lib/notes/use-read'
import { useCall } from '@/lib/session/use-call'

type Props = {
  email: string
  onClose: () => void
}

export function ForgotPasswordDialog({ email, onClose }: Props) {
  const formId = useId()
  const call = useCall(messages.linkFailures)
  const { isBusy, failure, run } = call
  const { data: refusal = null } = useRead(findRefusal)
  const [sent, setSent] = useState<string | null>(null)
  const response = sent ?? refusal
  const { errors, submit } = useForm(call, {
    read: (textOf) => ({ email: trimEmail(textOf('email')) }),
    validate: (typed) => emailErrors(typed.email),
    send: (typed) => run(() => requestResetLink(typed.email), setSent),
  })

  return (
    <Dialog
      question={messages.passwordForgotten}
      isBusy={isBusy}
      onClose={onClose}
      body={
        <>
          <StatusStrip message={response} className="mt-4" />
          {response === null && (
            <form id={formId} noValidate method="post" onSubmit={submit} className="grid gap-4">
              <p className="text-control text-soft">{messages.whichEmail}</p>
              <div lang="en">
                <EmailField defaultValue={email} error={errors.email} data-first-focus />
              </div>
              {failure && <ErrorStrip message={failure} />}
            </form>
          )}
        </>
      }
    >
      {response === null ? (
        <>
          <Button variant="bordered" onClick={onClose} disabled={isBusy}>
            Cancelar
          </Button>
          <Button variant="solid" type="submit" form={formId} isBusy={isBusy}>
            Enviar
          </Button>
        </>
      ) : (
        // With the key it is a new button, which takes the focus.
        <Button key="close" variant="solid" onClick={onClose} autoFocus>
          Cerrar
        </Button>
      )}
    </Dialog>
  )
}
