'use client'

import { useEffect } from 'react'
import { addressOf } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { useFragment } from '@/components/ui/use-fragment'
import { useHydrated } from '@/components/ui/use-hydrated'
import { whenNear } from '@/components/ui/when-near'
import * as messages from '@/lib/domain/messages'
import { failed, type Outcome } from '@/lib/session/outcome'
import { GoogleIcon } from './google-icon'
import { useAttempt } from './use-attempt'

const load = () => import('@/lib/session/social')

const RETURN = /^#(code|error)=/

/** Leaves to sign in elsewhere when it is pressed, and goes on with it when the browser is back. */
export function SocialSignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const isHydrated = useHydrated()
  const { isBusy, setBusy, failure, setFailure, attempt } = useAttempt()

  useFragment(RETURN, async (fragment) => {
    if (fragment === undefined) return
    const outcome = await tryWith(({ finishSignIn }) => finishSignIn(fragment))
    if (outcome.ok) onSignedIn()
  })

  useEffect(() => {
    // Back from elsewhere, the page may be the one that was left.
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [setBusy])

  function tryWith(work: (social: Awaited<ReturnType<typeof load>>) => Promise<Outcome>): Promise<Outcome> {
    setFailure(null)
    return attempt(() =>
      load().then(work, (cause) => failed(cause, messages.loginFailed, messages.loginFailed)),
    )
  }

  function leave() {
    tryWith(({ beginSignIn }) => beginSignIn(`${location.origin}${addressOf('/')}`))
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
        {...whenNear(load)}
      >
        <GoogleIcon />
        Continue with Google
      </Button>
    </>
  )
}
