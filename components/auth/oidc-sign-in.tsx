import type { MouseEvent } from 'react'
import { addressOf } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { preloadOnIntent } from '@/components/ui/lazy-component'
import { useFragment } from '@/components/ui/use-fragment'
import { useHydrated } from '@/components/ui/use-hydrated'
import * as messages from '@/lib/domain/messages/auth'
import { useCall } from '@/lib/session/use-call'

const loadOidc = () => import('@/lib/auth/oidc')

const RESPONSE = /^#(code|error)=/

/** Button that goes to the identity provider, and finishes the sign-in when the browser returns from it. */
export function OidcSignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const isHydrated = useHydrated()
  const { isBusy, setIsBusy, failure, run } = useCall(messages.loginFailed, { staysBusy: true })

  useFragment(RESPONSE, (fragment) => {
    if (fragment !== undefined) run(async () => (await loadOidc()).finishOidcSignIn(fragment), onSignedIn)
  })

  function leave({ currentTarget }: MouseEvent) {
    const returnTo = `${location.origin}${addressOf('/')}`
    return run(
      async () => (await loadOidc()).startOidcSignIn(returnTo, () => currentTarget.isConnected),
      () => setIsBusy(false),
    )
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

function GoogleIcon() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-5 shrink-0">
      <path
        fill="#4285F4"
        d="M45.1 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h11.8c-.5 2.8-2 5.1-4.4 6.7v5.5h7.1c4.2-3.8 6.6-9.5 6.6-16.2z"
      />
      <path
        fill="#34A853"
        d="M24 46c5.9 0 10.9-2 14.5-5.3l-7.1-5.5c-2 1.3-4.5 2.1-7.4 2.1-5.7 0-10.5-3.9-12.3-9.1H4.3v5.7C7.9 41.1 15.4 46 24 46z"
      />
      <path fill="#FBBC05" d="M11.7 28.2c-.4-1.3-.7-2.7-.7-4.2s.2-2.9.7-4.2v-5.7H4.3a22 22 0 0 0 0 19.8z" />
      <path
        fill="#EA4335"
        d="M24 10.7c3.2 0 6.1 1.1 8.4 3.3l6.3-6.3A21 21 0 0 0 24 2C15.4 2 7.9 6.9 4.3 14.1l7.4 5.7c1.8-5.2 6.6-9.1 12.3-9.1z"
      />
    </svg>
  )
}
