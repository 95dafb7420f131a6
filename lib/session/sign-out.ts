import { getToken, getUser, removeToken } from './token'

/** Prefix of the names in localStorage of users who signed out and whose data may not be cleared yet. */
export const SIGNED_OUT = 'notas-signed-out-'

export function signOut(): void {
  const [token, user] = [getToken(), getUser()]
  removeToken()
  if (user !== null) rememberSignedOut(user)
  if (token !== null) endOnHost(token).catch(() => {})
}

export function rememberSignedOut(user: string): void {
  try {
    localStorage.setItem(SIGNED_OUT + user, user)
  } catch {
    // The storage is full.
  }
}

async function endOnHost(token: string): Promise<void> {
  const { logout } = await import('@/lib/api/auth')
  await logout(token)
}
