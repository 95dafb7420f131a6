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

const loadOidc = () => import('@/lib/session/oidc')

const RESPONSE = /^#(code|error)=/

/** Button that goes to the identity provider, and finishes the sign-in when the browser returns from it. */
export function OidcSignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const isHydrated = useHydrated()
  const { isBusy, setIsBusy, failure, setFailure, send } = useSubmit()

  useFragment(RESPONSE, async (fragment) => {
    if (fragment === undefined) return
    const result = await run(({ finishOidcSignIn }) => finishOidcSignIn(fragment))
    if (result.ok) onSignedIn()
  })

  useEffect(() => {
    // After Back from the provider, the page may come from the back/forward cache.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setIsBusy(false)
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [setIsBusy])

  function run(work: (oidc: Awaited<ReturnType<typeof loadOidc>>) => Promise<Result>): Promise<Result> {
    setFailure(null)
    return send(() =>
      loadOidc().then(work, (cause) => failureOf(cause, messages.loginFailed, messages.loginFailed)),
    )
  }

  function leave() {
    run(({ startOidcSignIn }) => startOidcSignIn(`${location.origin}${addressOf('/')}`))
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
        {...preloadOnIntent(loadOidc)}
      >
        <GoogleIcon />
        Continue with Google
      </Button>
    </>
  )
}
