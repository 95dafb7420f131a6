import * as messages from '@/lib/domain/messages/oidc'
import { failure, request, textAt, urlOfCall } from './request'
import { assertKnown } from './unknown-call'

export async function findProvider(returnTo: string): Promise<void> {
  const response = await request({
    method: 'GET',
    path: `/api/auth/oidc?${new URLSearchParams({ return_to: returnTo })}`,
  })
  assertKnown(response)
  if (!response.ok || textAt(response.body, 'name') === undefined)
    throw failure(messages.signInFailed, response)
}

export function oidcStartUrl({ returnTo, challenge }: { returnTo: string; challenge: string }): string {
  return urlOfCall(`/api/auth/oidc/start?${new URLSearchParams({ return_to: returnTo, challenge })}`)
}

export type Session = { token: string; email: string | undefined }

export async function createSession(proof: { code: string; verifier: string }): Promise<Session> {
  const response = await request({ method: 'POST', path: '/api/auth/oidc/session', body: proof })
  assertKnown(response)
  const token = textAt(response.body, 'token')
  if (!response.ok || token === undefined) throw failure(messages.signInFailed, response)
  return { token, email: textAt(response.body, 'email') }
}
