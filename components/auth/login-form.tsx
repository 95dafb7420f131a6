'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { focusFirst, textIn } from '@/components/ui/form'
import { TextField } from '@/components/ui/text-field'
import { useHydrated } from '@/components/ui/use-hydrated'
import { type Credentials, type FieldErrors, loginErrors } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages'
import { signIn } from '@/lib/session/sign-in'
import { EmailField } from './email-field'
import { GoogleIcon } from './google-icon'
import { useAttempt } from './use-attempt'

export function LoginForm() {
  const router = useRouter()
  const isHydrated = useHydrated()
  const { isBusy, failure, setFailure, attempt } = useAttempt()
  const [errors, setErrors] = useState<FieldErrors<Credentials>>({})

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return

    const form = event.currentTarget
    const credentials = { email: textIn(form, 'email').trim(), password: textIn(form, 'password') }
    const wrong = loginErrors(credentials)
    setErrors(wrong)
    setFailure(null)
    if (focusFirst(form, Object.keys(wrong))) return

    router.prefetch('/notas')
    const outcome = await attempt(() => signIn(credentials))
    if (outcome.ok) {
      alert(messages.keepYourKey)
      router.push('/notas')
    } else if (outcome.isUnreachable) {
      alert(outcome.message)
    }
  }

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      <EmailField error={errors.email} />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        error={errors.password}
        aside={<span className="text-soft">Forgot password?</span>}
      />
      {failure && <ErrorStrip message={failure} />}
      <div className="grid gap-2.5">
        <Button type="submit" variant="solid" size="large" isBusy={isBusy} disabled={!isHydrated}>
          Log in
        </Button>
        <Button variant="bordered" size="large">
          <GoogleIcon />
          Continue with Google
        </Button>
      </div>
    </form>
  )
}
