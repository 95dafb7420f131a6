import { login, register } from '@/lib/api/auth'
import type { Credentials, Registration } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages'
import { failed, type Outcome } from './outcome'
import { startSession } from './start-session'

export async function signIn(credentials: Credentials): Promise<Outcome> {
  try {
    const token = await login(credentials)
    startSession(token, credentials.email)
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
