import { createSession, findProvider, oidcStartUrl } from '@/lib/api/oidc'
import { UnknownCall } from '@/lib/api/unknown-call'
import * as messages from '@/lib/domain/messages/oidc'
import { storeNewVerifier, takeVerifier } from './pkce'
import { type Failure, failureOf, type Result } from './result'
import { startSession } from './start-session'

const ERRORS = new Map([
  ['denied', messages.signInCancelled],
  ['expired', messages.signInExpired],
  ['closed', messages.registrationClosed],
  ['unavailable', messages.signInUnavailable],
  ['too_many', messages.tooManySignIns],
])

export async function startOidcSignIn(returnTo: string): Promise<Result> {
  try {
    await findProvider(returnTo)
    if (!isSecureContext) return refused(messages.noSecureContext)
    location.assign(oidcStartUrl({ returnTo, challenge: await storeNewVerifier() }))
    return { ok: true }
  } catch (error) {
    return oidcFailure(error, messages.signInUnreachable)
  }
}

export async function finishOidcSignIn(fragment: string): Promise<Result> {
  const params = new URLSearchParams(fragment)
  const code = params.get('code')
  try {
    const verifier = takeVerifier()
    if (code === null) return refused(ERRORS.get(params.get('error') ?? '') ?? messages.signInFailed)
    if (verifier === null) return refused(messages.signInExpired)
    const { token, email } = await createSession({ code, verifier })
    startSession(token, email)
    return { ok: true }
  } catch (error) {
    return oidcFailure(error, messages.signInNotFinished)
  }
}

function oidcFailure(error: unknown, unreachable: string): Failure {
  if (error instanceof UnknownCall) return refused(messages.noOidc)
  return failureOf(error, messages.signInFailed, unreachable)
}

function refused(message: string): Failure {
  return { ok: false, message, isUnreachable: false }
}
