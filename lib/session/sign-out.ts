import { rememberSignedOut } from './signed-out'
import { getToken, getUser, removeToken } from './token'

export function signOut(): void {
  const [token, user] = [getToken(), getUser()]
  removeToken()
  if (user !== null) rememberSignedOut(user)
  if (token !== null) endOnHost(token).catch(() => {})
}

async function endOnHost(token: string): Promise<void> {
  const { logout } = await import('@/lib/api/auth')
  await logout(token)
}
