import { rememberSignedOut } from './signed-out'
import { forgetToken, getToken, getUser } from './token'

/** Leaves the session at once; the host is told when it can be, and need not have a call for it. */
export function signOut(): void {
  const [token, user] = [getToken(), getUser()]
  forgetToken()
  if (token === null || user === null) return
  rememberSignedOut(user)
  tell(token).catch(() => {})
}

async function tell(token: string): Promise<void> {
  const { logout } = await import('@/lib/api/auth')
  await logout(token)
}
