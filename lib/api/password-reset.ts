import * as messages from '@/lib/domain/messages/password-reset'
import { failure, request, textAt } from './request'
import { assertKnown } from './unknown-call'

// Not among the seven calls: a host may have none of these.

/** Asks for a link that sets a password, and returns what the host says to it. */
export async function requestResetLink(email: string): Promise<string> {
  const answer = await request({ method: 'POST', path: '/api/auth/forgot', body: { email } })
  assertKnown(answer)
  const message = textAt(answer.body, 'message')
  if (!answer.ok || message === undefined) throw failure(messages.linkNotRequested, answer)
  return message
}

/** Sets the password of whoever the link's token was made for. */
export async function resetPassword(reset: { token: string; password: string }): Promise<void> {
  const answer = await request({ method: 'POST', path: '/api/auth/reset', body: reset })
  assertKnown(answer)
  if (!answer.ok) throw failure(messages.passwordNotChanged, answer)
}
