'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { focusFirst, textIn } from '@/components/ui/form'
import { StatusStrip } from '@/components/ui/status-strip'
import { TextField } from '@/components/ui/text-field'
import { passwordErrors } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/account'
import { changePassword } from '@/lib/session/account'
import { AccountSection } from './account-section'
import { useAccountCall } from './use-account-call'

export function PasswordSection() {
  const { isBusy, failure, send } = useAccountCall()
  const [error, setError] = useState<string>()
  const [message, setMessage] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const passwords = {
      currentPassword: textIn(form, 'currentPassword'),
      newPassword: textIn(form, 'newPassword'),
    }
    const { password } = passwordErrors(passwords.newPassword)
    setError(password)
    setMessage(null)
    if (password) return void focusFirst(form, ['newPassword'])

    const sentence = await send(() => changePassword(passwords))
    if (!sentence) return
    setMessage(sentence)
    form.reset()
  }

  return (
    <AccountSection heading="Contraseña" sentence={messages.password}>
      <form noValidate method="post" onSubmit={submit} className="grid gap-4 sm:max-w-108">
        <TextField
          label="Contraseña actual"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          label="Nueva contraseña"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          error={error}
        />
        {failure && <ErrorStrip message={failure} />}
        <StatusStrip message={message} />
        <Button type="submit" variant="bordered" isBusy={isBusy} className="justify-self-start">
          Cambiar contraseña
        </Button>
      </form>
    </AccountSection>
  )
}
