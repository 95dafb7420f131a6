import { endToken } from './end-token'
import { forgetFeatures } from './features'
import { removeListEtag } from './list-etag'
import { rememberSignedOut } from './signed-out'
import { endSession, getToken, getUser, TOKEN_KEY, USER_KEY } from './token'

export function signOut(): void {
  const [token, user] = [getToken(), getUser()]
  removeListEtag()
  forgetFeatures()
  localStorage.removeItem(USER_KEY)
  localStorage.removeItem(TOKEN_KEY)
  endSession()
  if (user !== null) rememberSignedOut(user)
  if (token !== null) void endToken(token)
}
