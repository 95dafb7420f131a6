import { type FormEvent, useEffect, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorStrip } from '@/components/ui/error-strip'
import { focusFirst, textIn } from '@/components/ui/form'
import { StatusStrip } from '@/components/ui/status-strip'
import { EmailField } from '@/components/ui/text-field'
import { findRefusal, requestResetLink } from '@/lib/auth/password-reset'
import { emailErrors } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/auth'
import { useCall } from '@/lib/session/use-call'

type Props = {
  email: string
  onClose: () => void
}

export function ForgotPasswordDialog({ email, onClose }: Props) {
  const formId = useId()
  const { isBusy, failure, setFailure, run } = useCall(messages.linkFailures)
  const [errors, setErrors] = useState<ReturnType<typeof emailErrors>>({})
  const [response, setResponse] = useState<string | null>(null)

  useEffect(() => {
    findRefusal().then((refusal) => refusal && setResponse(refusal))
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return

    const form = event.currentTarget
    const typed = textIn(form, 'email').trim()
    const wrong = emailErrors(typed)
    setErrors(wrong)
    setFailure(null)
    if (focusFirst(form, Object.keys(wrong))) return

    await run(() => requestResetLink(typed), setResponse)
  }

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
