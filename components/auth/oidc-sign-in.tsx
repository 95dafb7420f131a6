'use client'

import { useEffect } from 'react'
import { addressOf } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { preloadOnIntent } from '@/components/ui/preload-on-intent'
import { useFragment } from '@/components/ui/use-fragment'
import { useHydrated } from '@/components/ui/use-hydrated'
import * as messages from '@/lib/domain/messages/auth'
import { failureOf, type Result } from '@/lib/session/result'
import { GoogleIcon } from './google-icon'
import { useSubmit } from './use-submit'

const load = () => import('@/lib/session/oidc')

const RETURN = /^#(code|error)=/

/** Leaves to sign in elsewhere when it is pressed, and goes on with it when the browser is back. */
export function OidcSignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const isHydrated = useHydrated()
  const { isBusy, setBusy, failure, setFailure, send } = useSubmit()

  useFragment(RETURN, async (fragment) => {
    if (fragment === undefined) return
    const result = await tryWith(({ finishOidcSignIn }) => finishOidcSignIn(fragment))
    if (result.ok) onSignedIn()
  })

  useEffect(() => {
    // Back from elsewhere, the page may be the one that was left.
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [setBusy])

  function tryWith(work: (social: Awaited<ReturnType<typeof load>>) => Promise<Result>): Promise<Result> {
    setFailure(null)
    return send(() =>
      load().then(work, (cause) => failureOf(cause, messages.loginFailed, messages.loginFailed)),
    )
  }

  function leave() {
    tryWith(({ startOidcSignIn }) => startOidcSignIn(`${location.origin}${addressOf('/')}`))
  }

  return (
    <>
      {failure && <ErrorStrip message={failure} />}
      <Button
        variant="bordered"
        size="large"
        isBusy={isBusy}
        disabled={!isHydrated}
        onClick={leave}
        {...preloadOnIntent(load)}
      >
        <GoogleIcon />
        Continue with Google
      </Button>
    </>
  )
}
