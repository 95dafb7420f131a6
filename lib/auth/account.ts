import * as api from '@/lib/api/account'
import { isFromHost } from '@/lib/api/answer'
import type { ApiError } from '@/lib/api/api-error'
import { login, requestResetLink } from '@/lib/api/auth'
import type { ApiResponse } from '@/lib/api/request'
import { type Credentials, trimEmail } from '@/lib/domain/credentials'
import { passwordChanged } from '@/lib/domain/messages/account'
import { getToken, getUser, requireToken } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'
import { isUnconfirmed } from './is-unconfirmed'
import { storeSession } from './sign-in'
import { endToken, repeatUntilDone } from './sign-out'

export type { Account, ListedSession } from '@/lib/api/account'

export const getAccount = () => api.getAccount(requireToken())
export const listSessions = () => api.listSessions(requireToken())

/** False if the account has a password, and it is missing. */
export async function endOtherSessions(confirmation?: { password: string }): Promise<boolean> {
  const token = requireToken()
  if (!confirmation && (await api.getAccount(token)).hasPassword) return false
  await api.endOtherSessions(token, confirmation)
  return true
}

type Passwords = Parameters<typeof api.changePassword>[1]

const unconfirmedPassword = userState((): string | null => null)

/** Returns the sentence to show; null if the current password is missing. An account without one is mailed a link. */
export async function changePassword({ currentPassword, newPassword }: Passwords): Promise<string | null> {
  const [token, user] = [requireToken(), getUser()]
  const unconfirmed = unconfirmedPassword.get()
  const { email, hasPassword } = await api.getAccount(token)
  if (!hasPassword) return requestResetLink(email)
  if (currentPassword === '') return null

  const change = (from: string) => api.changePassword(token, { currentPassword: from, newPassword })
  try {
    await change(currentPassword).catch((error: ApiError) => {
      if (error.status !== 403 || unconfirmed === null) throw error
      return change(unconfirmed)
    })
  } catch (error) {
    if (isUnconfirmed(error as ApiError) && getUser() === user) unconfirmedPassword.set(newPassword)
    throw error
  }
  if (getUser() === user) unconfirmedPassword.set(null)
  await replaceToken(token, { email, password: newPassword })
  return passwordChanged
}

/** Replaces a token that others may have. Resolves after the first attempt; only the open page can make more. */
function replaceToken(token: string, credentials: Credentials): Promise<void> {
  return new Promise((resolve) => {
    void repeatUntilDone(() => replaceOnce(token, credentials).finally(resolve))
  })
}

/** Resolves to false if it may be tried again. */
async function replaceOnce(token: string, credentials: Credentials): Promise<boolean> {
  if (getToken() !== token) return true
  try {
    const fresh = await login(credentials)
    void endToken(adopt(fresh, token) ? token : fresh)
    return true
  } catch (error) {
    console.warn(error)
    const { status, cause } = error as ApiError
    if (status === undefined || !isFromHost(cause as ApiResponse)) return false
    return status !== 429 && status < 500
  }
}

function adopt(fresh: string, token: string): boolean {
  const user = getUser()
  if (getToken() !== token || user === null) return false
  try {
    storeSession(fresh, user)
    return true
  } catch {
    return false
  }
}

const isDeletionUnconfirmed = userState(() => false)

/** `typed` confirms it: the password, or the email of an account without one. Succeeds too if an earlier call has done it. */
export async function deleteAccount({ email, hasPassword }: api.Account, typed: string): Promise<void> {
  const [token, user] = [requireToken(), getUser()]
  try {
    await api.deleteAccount(token, hasPassword ? { password: typed } : { email: trimEmail(typed) })
  } catch (error) {
    if (isDeletionUnconfirmed.get() && (error as ApiError).isUnauthorized) {
      if (hasPassword && (await canLogIn({ email, password: typed }))) throw error
      return
    }
    if (isUnconfirmed(error as ApiError) && getUser() === user) isDeletionUnconfirmed.set(true)
    throw error
  }
}

/** Ends the new session again. Fails if the host does not say. */
async function canLogIn(credentials: Credentials): Promise<boolean> {
  try {
    void endToken(await login(credentials))
    return true
  } catch (error) {
    // A gateway answers 401 without a message.
    const { isUnauthorized, hostMessage } = error as ApiError
    if (isUnauthorized && hostMessage !== undefined) return false
    throw error
  }
}

/** Succeeds also if it has ended already. A 404 alone may be a gateway's. */
export async function endOtherSession(id: string): Promise<void> {
  try {
    await api.endOtherSession(requireToken(), id)
  } catch (error) {
    const isGone = async () => (await listSessions()).every((session) => session.id !== id)
    if ((error as ApiError).status !== 404 || !(await isGone())) throw error
  }
}
