import { ApiError } from '@/lib/api/api-error'
import { login, logout, register } from '@/lib/api/auth'
import type { Credentials, Registration } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages'
import { dropKept } from './on-sign-out'
import { forgetToken, getToken, storeToken } from './token'

/** What became of an attempt: a failure's message is fit to be shown. */
export type Outcome = { ok: true } | { ok: false; message: string; isUnreachable: boolean }

export async function signIn(credentials: Credentials): Promise<Outcome> {
  try {
    const token = await login(credentials)
    dropKept()
    storeToken(token, credentials.email)
    return { ok: true }
  } catch (error) {
    return failed(error, messages.loginFailed, messages.loginFailed)
  }
}

export async function signUp(registration: Registration): Promise<Outcome> {
  try {
    await register(registration)
    return { ok: true }
  } catch (error) {
    return failed(error, messages.accountNotCreated, messages.registerFailed)
  }
}

/** Leaves the session at once; the host is told when it can be, and need not have a call for it. */
export function signOut(): void {
  const token = getToken()
  forgetToken()
  if (token !== null) logout(token).catch(() => {})
}

function failed(error: unknown, refused: string, unreachable: string): Outcome {
  if (!(error instanceof ApiError)) console.error(error)
  const { hostMessage, isUnreachable } = error instanceof ApiError ? error : {}
  return {
    ok: false,
    message: isUnreachable ? unreachable : (hostMessage ?? refused),
    isUnreachable: isUnreachable ?? false,
  }
}
