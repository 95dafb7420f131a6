import { login, register } from '@/lib/api/auth'
import type { Credentials, Registration } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/auth'
import { failureOf, type Result } from './result'
import { startSession } from './start-session'

export async function signIn(credentials: Credentials): Promise<Result> {
  try {
    const token = await login(credentials)
    startSession(token, credentials.email)
    return { ok: true }
  } catch (error) {
    return failureOf(error, messages.loginFailed, messages.loginFailed)
  }
}

export async function signUp(registration: Registration): Promise<Result> {
  try {
    await register(registration)
    return { ok: true }
  } catch (error) {
    return failureOf(error, messages.accountNotCreated, messages.registerFailed)
  }
}
