import { createSession, findProvider, oidcStartUrl } from '@/lib/api/oidc'
import { UnknownCall } from '@/lib/api/unknown-call'
import * as messages from '@/lib/domain/messages/oidc'
import { keepNewVerifier, takeVerifier } from './pkce'
import { type Failure, failureOf, type Result } from './result'
import { startSession } from './start-session'

/** What the host's words for an error mean. */
const ERRORS = new Map([
  ['denied', messages.signInCancelled],
  ['expired', messages.signInExpired],
  ['unavailable', messages.signInUnavailable],
  ['too_many', messages.tooManySignIns],
])

/** Leaves for the site of the other account, where the host has one; the browser comes back to that address. */
export async function startOidcSignIn(returnTo: string): Promise<Result> {
  try {
    await findProvider(returnTo)
    if (!isSecureContext) return refused(messages.noSecureContext)
    location.assign(oidcStartUrl({ returnTo, challenge: await keepNewVerifier() }))
    return { ok: true }
  } catch (error) {
    return unless(error, messages.signInUnreachable)
  }
}

/**
 * Signs in with what the address has brought back: a code, or the word for an error. A code is of no use to a tab
 * that has not begun.
 */
export async function finishOidcSignIn(fragment: string): Promise<Result> {
  const returned = new URLSearchParams(fragment)
  const code = returned.get('code')
  try {
    const verifier = takeVerifier()
    if (code === null) return refused(ERRORS.get(returned.get('error') ?? '') ?? messages.signInFailed)
    if (verifier === null) return refused(messages.signInExpired)
    const { token, email } = await createSession({ code, verifier })
    startSession(token, email ?? token)
    return { ok: true }
  } catch (error) {
    return unless(error, messages.signInLost)
  }
}

function unless(error: unknown, unreachable: string): Failure {
  if (error instanceof UnknownCall) return refused(messages.noSocialSignIn)
  return failureOf(error, messages.signInFailed, unreachable)
}

function refused(message: string): Failure {
  return { ok: false, message, isUnreachable: false }
}
