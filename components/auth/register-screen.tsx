'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { focusFirst, textIn } from '@/components/ui/form'
import { EmailField, PasswordField, TextField } from '@/components/ui/text-field'
import { useHydrated } from '@/components/ui/use-hydrated'
import { signUp } from '@/lib/auth/sign-in'
import { emptyFields, type Registration } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/auth'
import { useCall } from '@/lib/session/use-call'
import { AuthSheet } from './auth-sheet'
import { leaveLoginNotice } from './use-login-notice'

export function RegisterScreen() {
  const router = useRouter()
  const isHydrated = useHydrated()
  const { isBusy, failure, setFailure, run } = useCall(messages.registerFailures, { staysBusy: true })
  const [empty, setEmpty] = useState<(keyof Registration)[]>([])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return

    const form = event.currentTarget
    const registration = {
      userName: textIn(form, 'userName').trim(),
      email: textIn(form, 'email').trim(),
      password: textIn(form, 'password'),
    }
    const missing = emptyFields(registration)
    setEmpty(missing)
    setFailure(missing.length > 0 ? messages.allFieldsRequired : null)
    if (focusFirst(form, missing)) return

    await run(
      () => signUp(registration),
      (isLinkMailed) => leave(isLinkMailed ? registration.email : null),
    )
  }

  function leave(mailedTo: string | null) {
    alert(messages.accountCreated)
    if (mailedTo !== null) leaveLoginNotice(messages.linkMailedTo(mailedTo))
    router.push('/')
  }

  return (
    <AuthSheet heading="Create account" link={{ href: '/', label: 'Log in' }}>
      <form noValidate method="post" onSubmit={submit} className="grid gap-4">
        <TextField
          label="Username"
          name="userName"
          autoComplete="nickname"
          isWrong={empty.includes('userName')}
        />
        <EmailField isWrong={empty.includes('email')} />
        <PasswordField label="Password" isNew isWrong={empty.includes('password')} />
        <p className="text-sm text-soft">I accept the terms and privacy policy</p>
        {failure && <ErrorStrip message={failure} />}
        <Button type="submit" variant="solid" size="large" isBusy={isBusy} disabled={!isHydrated}>
          Sign up
        </Button>
      </form>
    </AuthSheet>
  )
}
