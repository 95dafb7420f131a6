'use client'

import { useRouter } from 'next/navigation'
import { type MouseEvent, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { textIn } from '@/components/ui/form'
import { lazyComponent, preloadOnIntent } from '@/components/ui/lazy-component'
import { StatusStrip } from '@/components/ui/status-strip'
import { EmailField, PasswordField } from '@/components/ui/text-field'
import { useForm } from '@/components/ui/use-form'
import { useHydrated } from '@/components/ui/use-hydrated'
import { showLoginNotice } from '@/lib/auth/login-notice'
import { clearSignedOutUsers, signIn } from '@/lib/auth/sign-in'
import { loginErrors, trimEmail } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/auth'
import { isUnreachable } from '@/lib/session/sentence-for'
import { useCall } from '@/lib/session/use-call'
import { AuthSheet } from './auth-sheet'
import { OidcSignIn } from './oidc-sign-in'

const LazyForgotPasswordDialog = lazyComponent(
  async () => (await import('./forgot-password-dialog')).ForgotPasswordDialog,
)

export function LoginScreen() {
  const router = useRouter()
  const isHydrated = useHydrated()
  const call = useCall(messages.loginFailures, { staysBusy: true })
  const { isBusy, failure, run } = call
  const { errors, submit } = useForm(call, {
    read: (textOf) => ({ email: trimEmail(textOf('email')), password: textOf('password') }),
    validate: loginErrors,
    async send(credentials) {
      router.prefetch('/notas')
      const error = await run(() => signIn(credentials), enter)
      if (isUnreachable(error)) alert(messages.loginFailed)
    },
  })
  const [notice, setNotice] = useState<string | null>(null)
  const [emailToReset, setEmailToReset] = useState<string | null>(null)
  useEffect(() => {
    void clearSignedOutUsers()
    showLoginNotice(setNotice)
  }, [])

  function enter() {
    alert(messages.doNotSharePassword)
    router.push('/notas')
  }

  function openForgotPassword({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    call.setFailure(null)
    setEmailToReset(form ? trimEmail(textIn(form, 'email')) : '')
  }

  const closeForgotPassword = () => setEmailToReset(null)

  function closeWithoutCode() {
    closeForgotPassword()
    call.setFailure(messages.linkFailures.unreachable)
  }

  return (
    <AuthSheet heading="Log in" link={{ href: '/register', label: 'Sign up' }}>
      <StatusStrip message={notice} className="*:mb-4" />
      <form noValidate method="post" onSubmit={submit} className="grid gap-4">
        <EmailField error={errors.email} />
        <PasswordField
          label="Password"
          error={errors.password}
          aside={
            <button
              type="button"
              onClick={openForgotPassword}
              {...preloadOnIntent(LazyForgotPasswordDialog.preload)}
              className="mb-0.5 py-0.5 text-sm text-accent underline underline-offset-4"
            >
              Forgot password?
            </button>
          }
        />
        {failure && <ErrorStrip message={failure} />}
        <div className="grid gap-2.5">
          <Button type="submit" variant="solid" size="large" isBusy={isBusy} disabled={!isHydrated}>
            Log in
          </Button>
          <OidcSignIn onSignedIn={enter} />
        </div>
      </form>
      {emailToReset !== null && (
        <LazyForgotPasswordDialog
          email={emailToReset}
          onClose={closeForgotPassword}
          onLoadError={closeWithoutCode}
        />
      )}
    </AuthSheet>
  )
}
