import * as messages from '@/lib/domain/messages/oidc'
import { addressOfCall, failure, request, textAt } from './request'
import { assertKnown } from './unknown-call'

// Not among the seven calls: a host may have none of these.

/** Asks whether people can sign in with an account elsewhere, and come back to that address. */
export async function findProvider(returnTo: string): Promise<void> {
  const answer = await request({
    method: 'GET',
    path: `/api/auth/oidc?${new URLSearchParams({ return_to: returnTo })}`,
  })
  assertKnown(answer)
  if (!answer.ok || textAt(answer.body, 'name') === undefined) throw failure(messages.signInFailed, answer)
}

/** Where a browser has to go for it. */
export function oidcStartUrl({ returnTo, challenge }: { returnTo: string; challenge: string }): string {
  return addressOfCall(`/api/auth/oidc/start?${new URLSearchParams({ return_to: returnTo, challenge })}`)
}

/** The session of whoever has come back; the email where the host tells it. */
export type Session = { token: string; email: string | undefined }

export async function createSession(proof: { code: string; verifier: string }): Promise<Session> {
  const answer = await request({ method: 'POST', path: '/api/auth/oidc/session', body: proof })
  assertKnown(answer)
  const token = textAt(answer.body, 'token')
  if (!answer.ok || token === undefined) throw failure(messages.signInFailed, answer)
  return { token, email: textAt(answer.body, 'email') }
}
