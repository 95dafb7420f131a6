import { useState } from 'react'
import type { useSignOut } from '@/components/auth/use-sign-out'
import { Button } from '@/components/ui/button'
import { StatusStrip } from '@/components/ui/status-strip'
import * as account from '@/lib/auth/account'
import { dateAndTime, dateOf } from '@/lib/domain/dates'
import * as messages from '@/lib/domain/messages/account'
import { AccountRow } from './account-row'
import { AccountSection } from './account-section'
import { TypedConfirmDialog } from './typed-confirm-dialog'
import { useAccountCall } from './use-account-call'
import { useOutcome } from './use-outcome'

export function SessionsSection({ signOut }: { signOut: ReturnType<typeof useSignOut> }) {
  const { isBusy, failure, run } = useAccountCall()
  const [sessions, setSessions] = useState<account.ListedSession[]>()
  const [outcome, showOutcome] = useOutcome()
  const [isAsking, setIsAsking] = useState(false)

  function retain(isLeft: (session: account.ListedSession) => boolean, sentence: string) {
    setSessions((before) => before?.filter(isLeft))
    showOutcome(sentence)
  }

  function keepCurrent() {
    setIsAsking(false)
    retain(({ isCurrent }) => isCurrent, messages.otherSessionsEnded)
  }

  return (
    <AccountSection heading="Sesiones" sentence={messages.sessions} failure={failure}>
      <StatusStrip message={outcome} className="*:mb-4" />
      {sessions && (
        <ul className="mb-4">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnded={() => retain(({ id }) => id !== session.id, messages.sessionEnded(session.client))}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {!sessions && (
          <Button variant="bordered" isBusy={isBusy} onClick={() => run(account.listSessions, setSessions)}>
            Ver sesiones
          </Button>
        )}
        {sessions && sessions.length > 1 && (
          <Button
            variant="bordered"
            isBusy={isBusy}
            onClick={() =>
              run(
                () => account.endOtherSessions(),
                (haveEnded) => (haveEnded ? keepCurrent() : setIsAsking(true)),
              )
            }
          >
            Cerrar las demás
          </Button>
        )}
        <Button variant="bordered" onClick={signOut.ask}>
          Cerrar sesión
        </Button>
      </div>
      {isAsking && (
        <TypedConfirmDialog
          question={messages.confirmEndOthers}
          sentence={messages.confirmWithPassword}
          action="Cerrar las demás"
          confirm={(password) => account.endOtherSessions({ password })}
          onConfirmed={keepCurrent}
          onClose={() => setIsAsking(false)}
        />
      )}
    </AccountSection>
  )
}

type RowProps = { session: account.ListedSession; onEnded: () => void }

function SessionRow({ session: { id, client, isCurrent, createdAt, lastUsedAt }, onEnded }: RowProps) {
  const { isBusy, failure, run } = useAccountCall()
  const since = dateAndTime(createdAt)
  return (
    <AccountRow
      name={<span className="font-medium wrap-anywhere">{client}</span>}
      // The host knows the use of others to the day.
      detail={isCurrent ? messages.thisSession(since) : messages.sessionSince(since, dateOf(lastUsedAt))}
      failure={failure}
    >
      {!isCurrent && (
        <Button
          variant="quiet"
          aria-label={`Cerrar la sesión: ${client}, desde el ${since}`}
          isBusy={isBusy}
          onClick={() => run(() => account.endOtherSession(id), onEnded, messages.failuresOfRow)}
        >
          Cerrar
        </Button>
      )}
    </AccountRow>
  )
}
