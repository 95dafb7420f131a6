import { endingIfRefused } from '@/lib/auth/ending-if-refused'
import { failures } from '@/lib/domain/messages/account'
import { useCall } from '@/lib/session/use-call'

export function useAccountCall() {
  const call = useCall(failures)
  const run: typeof call.run = (work, ...rest) => call.run(() => endingIfRefused(work), ...rest)
  return { ...call, run }
}
