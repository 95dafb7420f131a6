import { login, register } from '@/lib/api/auth'
import type { Credentials, Registration } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages'
import { dropKept } from './on-sign-out'
import { failed, type Outcome } from './outcome'
import { storeToken } from './token'

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
