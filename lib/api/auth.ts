import type { Credentials, Registration } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/auth'
import { failure, request, textAt } from './request'

/** Logs in and returns the session's token. */
export async function login(credentials: Credentials): Promise<string> {
  const answer = await request({ method: 'POST', path: '/api/auth/login', body: credentials })
  const token = textAt(answer.body, 'token')
  if (!answer.ok || token === undefined) throw failure(messages.loginFailed, answer)
  return token
}

export async function register(registration: Registration): Promise<void> {
  const answer = await request({ method: 'POST', path: '/api/auth/register', body: registration })
  if (!answer.ok) throw failure(messages.accountNotCreated, answer)
}

/** Ends the session on the host. Not among the seven calls: a host may have no such call. */
export async function logout(token: string): Promise<void> {
  await request({ method: 'POST', path: '/api/auth/logout', token })
}
