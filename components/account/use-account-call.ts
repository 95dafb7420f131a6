import { endingIfRefused } from '@/lib/auth/ending-if-refused'
import { failures } from '@/lib/domain/messages/account'
import { getUser } from '@/lib/session/token'
import { useCall } from '@/lib/session/use-call'

/** A success is left alone if another user has signed in since the call began. */
export function useAccountCall() {
  const call = useCall(failures)
  const run: typeof call.run = (work, onSuccess, sentences) => {
    const user = getUser()
    return call.run(
      () => endingIfRefused(work),
      (result) => getUser() === user && onSuccess?.(result),
      sentences,
    )
  }
  return { ...call, run }
}
