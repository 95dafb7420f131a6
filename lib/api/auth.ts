import type { Credentials, Registration } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/auth'
import { isAnswer } from './answer'
import { ApiError } from './api-error'
import { optionalCall } from './optional-call'
import { failure, request, textAt } from './request'

export async function login(credentials: Credentials): Promise<string> {
  const response = await request({ method: 'POST', path: '/api/auth/login', body: credentials })
  const token = textAt(response.body, 'token')
  if (!response.ok || token === undefined) throw failure(response, messages.loginFailed)
  return token
}

/** Returns whether the host has mailed a link that sets the password, in place of the one given. */
export async function register(registration: Registration): Promise<boolean> {
  const response = await request({ method: 'POST', path: '/api/auth/register', body: registration })
  if (!response.ok) throw failure(response, messages.accountNotCreated)
  const { status } = response
  if (!isAnswer(response)) throw new ApiError(messages.accountNotCreated, { status, cause: response })
  return (response.body as { isLinkMailed?: unknown } | undefined)?.isLinkMailed === true
}

export async function requestResetLink(email: string): Promise<string> {
  const response = await optionalCall({ method: 'POST', path: '/api/auth/forgot', body: { email } })
  const message = textAt(response.body, 'message')
  if (message === undefined) throw failure(response)
  return message
}

export async function resetPassword(reset: { token: string; password: string }): Promise<void> {
  await optionalCall({ method: 'POST', path: '/api/auth/reset', body: reset })
}
