import { forgetToken, getToken } from './token'

/** Leaves the session at once; the host is told when it can be, and need not have a call for it. */
export function signOut(): void {
  const token = getToken()
  forgetToken()
  if (token !== null) tell(token).catch(() => {})
}

async function tell(token: string): Promise<void> {
  const { logout } = await import('@/lib/api/auth')
  await logout(token)
}
