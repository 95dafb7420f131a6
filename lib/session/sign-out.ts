import { endToken } from './end-token'
import { rememberSignedOut } from './signed-out'
import { getToken, getUser, removeToken } from './token'

export function signOut(): void {
  const [token, user] = [getToken(), getUser()]
  removeToken()
  if (user !== null) rememberSignedOut(user)
  if (token !== null) void endToken(token)
}
