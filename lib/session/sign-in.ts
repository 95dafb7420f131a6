import { ApiError } from '@/lib/api/api-error'
import { login, register } from '@/lib/api/auth'
import type { Credentials, Registration } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages'
import { dropKept } from './on-sign-out'
import { storeToken } from './token'

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

function failed(error: unknown, refused: string, unreachable: string): Outcome {
  if (!(error instanceof ApiError)) console.error(error)
  const { hostMessage, isUnreachable } = error instanceof ApiError ? error : {}
  return {
    ok: false,
    message: isUnreachable ? unreachable : (hostMessage ?? refused),
    isUnreachable: isUnreachable ?? false,
  }
}
