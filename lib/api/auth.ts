import type { Credentials, Registration } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/auth'
import { failure, request, textAt } from './request'

export async function login(credentials: Credentials): Promise<string> {
  const response = await request({ method: 'POST', path: '/api/auth/login', body: credentials })
  const token = textAt(response.body, 'token')
  if (!response.ok || token === undefined) throw failure(messages.loginFailed, response)
  return token
}

export async function register(registration: Registration): Promise<void> {
  const response = await request({ method: 'POST', path: '/api/auth/register', body: registration })
  if (!response.ok) throw failure(messages.accountNotCreated, response)
}
