'use client'

import { useState } from 'react'
import type { useSignOut } from '@/components/auth/use-sign-out'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import * as messages from '@/lib/domain/messages/account'
import * as account from '@/lib/session/account'
import { AccountSection } from './account-section'
import { dateOf } from './date-of'
import { useAccountCall } from './use-account-call'

export function SessionsSection({ signOut }: { signOut: ReturnType<typeof useSignOut> }) {
  const { isBusy, failure, send } = useAccountCall()
  const [sessions, setSessions] = useState<account.Session[]>()

  const load = (change?: () => Promise<void>) =>
    send(async () => {
      await change?.()
      setSessions(await account.listSessions())
    })

  return (
    <AccountSection heading="Sesiones" sentence={messages.sessions}>
      {sessions && (
        <ul className="mb-4">
          {sessions.map(({ id, client, isCurrent, createdAt, lastUsedAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-2"
            >
              <p className="min-w-0 py-1 leading-snug">
                <span className="font-medium wrap-anywhere">{client}</span>
                <span className="block text-sm text-soft">
                  {isCurrent
                    ? messages.thisSession
                    : messages.sessionSince(dateOf(createdAt), dateOf(lastUsedAt))}
                </span>
              </p>
              {!isCurrent && (
                <Button
                  variant="quiet"
                  className="-mx-4"
                  aria-label={`Cerrar la sesión: ${client}`}
                  onClick={() => load(() => account.endOtherSession(id))}
                >
                  Cerrar
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {!sessions && (
          <Button variant="bordered" isBusy={isBusy} onClick={() => load()}>
            Ver sesiones
          </Button>
        )}
        {sessions && sessions.length > 1 && (
          <Button variant="bordered" isBusy={isBusy} onClick={() => load(account.endOtherSessions)}>
            Cerrar las demás
          </Button>
        )}
        <Button variant="bordered" onClick={signOut.ask}>
          Cerrar sesión
        </Button>
      </div>
      {failure && <ErrorStrip message={failure} />}
    </AccountSection>
  )
}
