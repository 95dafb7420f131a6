'use client'

import { useState } from 'react'
import { useSignOut } from '@/components/auth/use-sign-out'
import { paperClass } from '@/components/brand/paper'
import { BackBar } from '@/components/shell/back-bar'
import { SessionEnded } from '@/components/shell/session-ended'
import { Button } from '@/components/ui/button'
import { preloadOnIntent } from '@/components/ui/lazy-component'
import { passOnFocus } from '@/components/ui/pass-on-focus'
import * as messages from '@/lib/domain/messages/account'
import { getEmail } from '@/lib/session/token'
import { useLiveToken } from '@/lib/session/use-session'
import { AccountSection } from './account-section'
import { DeleteAccountSection } from './delete-account-section'
import { PasswordSection } from './password-section'
import { SessionsSection } from './sessions-section'
import { TransferSection } from './transfer/transfer-section'
import { TrashSection } from './trash-section'
import { useAccountCall } from './use-account-call'

const loadHelp = () => import('@/components/shell/shortcut-help')

/** `version` is that of the front end: a browser may show an older one than the host serves. */
export function AccountScreen({ version }: { version: string }) {
  const token = useLiveToken()
  // The token stands for it where a host has told no email.
  const email = getEmail()
  const signOut = useSignOut()
  const [passwordChanges, setPasswordChanges] = useState(0)
  return (
    <main className={`${paperClass('white')} flex min-h-dvh flex-col bg-paper-body sm:bg-paper-desk`}>
      <div className="mx-auto flex w-full grow flex-col sm:w-[min(48rem,100%-4rem)]">
        <BackBar heading="Cuenta" />
        <div className="grow px-5 pb-12 sm:rounded-t-paper sm:border-x sm:border-t sm:border-paper-border sm:bg-paper-body sm:px-14 sm:sheet-shadow sm:dark:border-transparent">
          {token === null ? (
            <SessionEnded />
          ) : (
            <>
              <p className="min-h-[calc(1lh+1.75rem)] pt-5 pb-2 leading-snug text-soft wrap-anywhere sm:pt-8">
                {token && email?.includes('@') && messages.signedInAs(email)}
              </p>
              <div ref={passOnFocusOfDialogs}>
                <TransferSection />
                <TrashSection />
                <PasswordSection onChanged={() => setPasswordChanges(passwordChanges + 1)} />
                {/* A change ends the sessions that are listed. */}
                <SessionsSection key={passwordChanges} signOut={signOut} />
                <KeyboardSection />
                <DeleteAccountSection onDeleted={signOut.leave} />
              </div>
            </>
          )}
          <p className="pt-10 text-center text-sm text-soft tabular-nums">Notas {version}</p>
        </div>
      </div>
      {signOut.dialog}
    </main>
  )
}

/** Passes on the focus of an open dialog, too, which would keep it from the heading. */
function passOnFocusOfDialogs(sections: HTMLElement | null) {
  const passOn = passOnFocus(sections)
  return () => {
    sections?.querySelector('dialog')?.close()
    passOn()
  }
}

function KeyboardSection() {
  const { isBusy, failure, run } = useAccountCall()
  return (
    <AccountSection
      heading="Teclado"
      sentence={messages.keyboard}
      failure={failure}
      className="pointer-coarse:hidden"
    >
      <Button
        variant="bordered"
        aria-keyshortcuts="?"
        isBusy={isBusy}
        onClick={() => run(loadHelp, ({ showHelp }) => showHelp())}
        {...preloadOnIntent(loadHelp)}
      >
        Ver atajos
      </Button>
    </AccountSection>
  )
}
