'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { focusFirst, textIn } from '@/components/ui/form'
import { TextField } from '@/components/ui/text-field'
import { passwordErrors } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/password-reset'
import { resetPassword } from '@/lib/session/password-reset'
import { RequestNewLink } from './request-new-link'
import { leaveLoginNotice } from './use-login-notice'
import { useResetToken } from './use-reset-token'
import { useSubmit } from './use-submit'

export function ResetPasswordForm() {
  const router = useRouter()
  const { isBusy, failure, setFailure, send } = useSubmit()
  const { token, forget } = useResetToken(() => setFailure(null))
  const [errors, setErrors] = useState<ReturnType<typeof passwordErrors>>({})

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || !token) return

    const form = event.currentTarget
    const password = textIn(form, 'password')
    const wrong = passwordErrors(password)
    setErrors(wrong)
    setFailure(null)
    if (focusFirst(form, Object.keys(wrong))) return

    const result = await send(() => resetPassword({ token, password }))
    if (result.ok) {
      leaveLoginNotice(messages.passwordChanged)
      forget()
      router.replace('/')
    } else if (result.isGone) {
      forget()
    }
  }

  if (token === null && !isBusy)
    return <RequestNewLink reason={failure ?? messages.brokenLink} isFocused={failure !== null} />

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      <TextField
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        error={errors.password}
      />
      {failure && <ErrorStrip message={failure} />}
      <Button type="submit" variant="solid" size="large" isBusy={isBusy} disabled={token === undefined}>
        Change password
      </Button>
    </form>
  )
}
