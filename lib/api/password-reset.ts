import * as messages from '@/lib/domain/messages/password-reset'
import { failure, request, textAt } from './request'
import { assertKnown } from './unknown-call'

export async function requestResetLink(email: string): Promise<string> {
  const response = await request({ method: 'POST', path: '/api/auth/forgot', body: { email } })
  assertKnown(response)
  const message = textAt(response.body, 'message')
  if (!response.ok || message === undefined) throw failure(messages.linkNotRequested, response)
  return message
}

export async function resetPassword(reset: { token: string; password: string }): Promise<void> {
  const response = await request({ method: 'POST', path: '/api/auth/reset', body: reset })
  assertKnown(response)
  if (!response.ok) throw failure(messages.passwordNotChanged, response)
}
