import { useHydrated } from '@/components/ui/use-hydrated'
import { getEmail } from '@/lib/session/token'

/** Hidden username, from which password managers know whose password the form is about. */
export function UsernameField() {
  const email = useHydrated() ? getEmail() : undefined
  return <input hidden readOnly type="email" name="username" autoComplete="username" value={email ?? ''} />
}
