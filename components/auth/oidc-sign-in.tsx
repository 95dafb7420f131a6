import { useEffect } from 'react'
import { addressOf } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { preloadOnIntent } from '@/components/ui/lazy-component'
import { useFragment } from '@/components/ui/use-fragment'
import { useHydrated } from '@/components/ui/use-hydrated'
import * as messages from '@/lib/domain/messages/auth'
import { useCall } from '@/lib/session/use-call'
import { GoogleIcon } from './google-icon'

const loadOidc = () => import('@/lib/auth/oidc')

const RESPONSE = /^#(code|error)=/

/** Button that goes to the identity provider, and finishes the sign-in when the browser returns from it. */
export function OidcSignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const isHydrated = useHydrated()
  const { isBusy, setIsBusy, failure, run } = useCall(messages.loginFailed, { staysBusy: true })

  useFragment(RESPONSE, (fragment) => {
    if (fragment !== undefined) run(async () => (await loadOidc()).finishOidcSignIn(fragment), onSignedIn)
  })

  useEffect(() => {
    // After Back from the provider, the page may come from the back/forward cache.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setIsBusy(false)
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [setIsBusy])

  const leave = () =>
    run(async () => (await loadOidc()).startOidcSignIn(`${location.origin}${addressOf('/')}`))

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
