import { optionalCall } from './optional-call'
import { failure, textAt, urlOfCall } from './request'

export async function findProvider(returnTo: string): Promise<void> {
  const path = `/api/auth/oidc?${new URLSearchParams({ return_to: returnTo })}`
  const response = await optionalCall({ method: 'GET', path })
  if (textAt(response.body, 'name') === undefined) throw failure(response)
}

export function oidcStartUrl({ returnTo, challenge }: { returnTo: string; challenge: string }): string {
  return urlOfCall(`/api/auth/oidc/start?${new URLSearchParams({ return_to: returnTo, challenge })}`)
}

export type NewSession = { token: string; email: string | undefined }

export async function createSession(proof: { code: string; verifier: string }): Promise<NewSession> {
  const response = await optionalCall({ method: 'POST', path: '/api/auth/oidc/session', body: proof })
  const token = textAt(response.body, 'token')
  if (token === undefined) throw failure(response)
  return { token, email: textAt(response.body, 'email') }
}
