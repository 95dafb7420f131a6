'use client'

import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { EmailField, PasswordField, TextField } from '@/components/ui/text-field'
import { useForm } from '@/components/ui/use-form'
import { useHydrated } from '@/components/ui/use-hydrated'
import { leaveLoginNotice } from '@/lib/auth/login-notice'
import { signUp } from '@/lib/auth/sign-in'
import { emptyFields, trimEmail } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/auth'
import { useCall } from '@/lib/session/use-call'
import { AuthSheet } from './auth-sheet'

export function RegisterScreen() {
  const router = useRouter()
  const isHydrated = useHydrated()
  const call = useCall(messages.registerFailures, { staysBusy: true })
  const { isBusy, failure, run } = call
  const { errors, submit } = useForm(call, {
    summary: messages.allFieldsRequired,
    read: (textOf) => ({
      userName: textOf('userName').trim(),
      email: trimEmail(textOf('email')),
      password: textOf('password'),
    }),
    validate: (registration) => Object.fromEntries(emptyFields(registration).map((name) => [name, ''])),
    send: (registration, form) =>
      run(
        () => signUp(registration),
        (isLinkMailed) => leave(isLinkMailed ? registration.email : null, form),
      ),
  })

  function leave(mailedTo: string | null, form: HTMLFormElement) {
    alert(messages.accountCreated)
    // The user has left this screen meanwhile.
    if (!form.isConnected) return
    if (mailedTo !== null) leaveLoginNotice(messages.linkMailedTo(mailedTo))
    router.push('/')
  }

  return (
    <AuthSheet heading="Create account" link={{ href: '/', label: 'Log in' }}>
      <form noValidate method="post" onSubmit={submit} className="grid gap-4">
        <TextField label="Username" name="userName" autoComplete="nickname" isWrong={'userName' in errors} />
        <EmailField isWrong={'email' in errors} />
        <PasswordField label="Password" isNew isWrong={'password' in errors} />
        <p className="text-sm text-soft">I accept the terms and privacy policy</p>
        {failure && <ErrorStrip message={failure} />}
        <Button type="submit" variant="solid" size="large" isBusy={isBusy} disabled={!isHydrated}>
          Sign up
        </Button>
      </form>
    </AuthSheet>
  )
}
