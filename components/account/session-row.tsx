import { Button } from '@/components/ui/button'
import { endOtherSession, type Session } from '@/lib/auth/account'
import { dateOf } from '@/lib/domain/dates'
import * as messages from '@/lib/domain/messages/account'
import { AccountRow } from './account-row'
import { useAccountCall } from './use-account-call'

type Props = { session: Session; onEnded: (id: string) => void }

export function SessionRow({ session: { id, client, isCurrent, createdAt, lastUsedAt }, onEnded }: Props) {
  const { isBusy, failure, run } = useAccountCall()
  const since = dateOf(createdAt)
  return (
    <AccountRow
      name={<span className="font-medium wrap-anywhere">{client}</span>}
      detail={isCurrent ? messages.thisSession(since) : messages.sessionSince(since, dateOf(lastUsedAt))}
      failure={failure}
    >
      {!isCurrent && (
        <Button
          variant="quiet"
          aria-label={`Cerrar la sesión: ${client}, desde el ${since}`}
          isBusy={isBusy}
          onClick={() =>
            run(
              () => endOtherSession(id),
              () => onEnded(id),
            )
          }
        >
          Cerrar
        </Button>
      )}
    </AccountRow>
  )
}
