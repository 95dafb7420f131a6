'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { lazyComponent, preloadOnIntent } from '@/components/ui/lazy-component'
import { PasswordField } from '@/components/ui/text-field'
import { useForm } from '@/components/ui/use-form'
import { useFragment } from '@/components/ui/use-fragment'
import { leaveLoginNotice } from '@/lib/auth/login-notice'
import { GoneLink, resetPassword } from '@/lib/auth/password-reset'
import { getResetToken, setResetToken } from '@/lib/auth/reset-link'
import { passwordErrors } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/auth'
import { useCall } from '@/lib/session/use-call'
import { AuthSheet } from './auth-sheet'

const LazyForgotPasswordDialog = lazyComponent(
  async () => (await import('./forgot-password-dialog')).ForgotPasswordDialog,
)

const LINK = /^#token=./

export function ResetPasswordScreen() {
  const router = useRouter()
  const call = useCall(messages.passwordFailures, { staysBusy: true })
  const { isBusy, failure, run } = call
  const { token, forget } = useResetToken(() => call.setFailure(null))
  const { errors, submit } = useForm(call, {
    read: (textOf) => ({ password: textOf('password') }),
    validate: ({ password }) => passwordErrors(password),
    async send({ password }, form) {
      if (!token) return
      const error = await run(
        () => resetPassword({ token, password }),
        (notice) => leave(notice, form),
      )
      if (error instanceof GoneLink) forget()
    },
  })

  function leave(notice: string, form: HTMLFormElement) {
    forget()
    // The user has left this screen meanwhile.
    if (!form.isConnected) return
    leaveLoginNotice(notice)
    router.replace('/')
  }

  return (
    <AuthSheet heading="Reset password" link={{ href: '/', label: 'Log in' }}>
      {token === null && !isBusy ? (
        <RequestNewLink reason={failure ?? messages.brokenLink} isFocused={failure !== null} />
      ) : (
        <form noValidate method="post" onSubmit={submit} className="grid gap-4">
          <PasswordField label="New password" isNew error={errors.password} />
          {failure && <ErrorStrip message={failure} />}
          <Button type="submit" variant="solid" size="large" isBusy={isBusy} disabled={token === undefined}>
            Change password
          </Button>
        </form>
      )}
    </AuthSheet>
  )
}

/** Token of the reset link, held in memory alone. Null without one, undefined before hydration. */
function useResetToken(onArrival: () => void) {
  const [token, setToken] = useState<string | null>()

  function store(value: string | null) {
    setResetToken(value)
    setToken(value)
  }

  useFragment(LINK, (fragment) => {
    if (fragment !== undefined) onArrival()
    store(fragment === undefined ? getResetToken() : new URLSearchParams(fragment).get('token'))
  })

  return { token, forget: () => store(null) }
}

function RequestNewLink({ reason, isFocused }: { reason: string; isFocused: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const close = () => setIsAsking(false)

  function ask() {
    setFailure(null)
    setIsAsking(true)
  }

  function closeWithoutCode() {
    close()
    setFailure(messages.linkFailures.unreachable)
  }

  return (
    <div className="grid gap-4">
      <ErrorStrip message={reason} />
      {failure && <ErrorStrip message={failure} />}
      <Button
        autoFocus={isFocused}
        variant="solid"
        size="large"
        onClick={ask}
        {...preloadOnIntent(LazyForgotPasswordDialog.preload)}
      >
        Ask for a new link
      </Button>
      {isAsking && <LazyForgotPasswordDialog email="" onClose={close} onLoadError={closeWithoutCode} />}
    </div>
  )
}
