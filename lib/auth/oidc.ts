import { createSession, findProvider, oidcStartUrl } from '@/lib/api/oidc'
import * as messages from '@/lib/domain/messages/oidc'
import { Refusal, sentenceFor } from '@/lib/session/sentence-for'
import { requireStorage, withStorage } from '@/lib/session/storage'
import { sha256 } from '@/lib/sha256'
import { startSession } from './sign-in'

/** After a 204, a download or Stop, the browser stays on the page. */
const LEAVING_MS = 10_000

const VERIFIER = 'sign-in-verifier'

const ERRORS = new Map([
  ['denied', messages.signInCancelled],
  ['expired', messages.signInExpired],
  ['closed', messages.registrationClosed],
  ['taken', messages.accountOfAnother],
  ['unavailable', messages.signInUnavailable],
  ['too_many', messages.tooManySignIns],
])

/** Resolves if the browser has not left the page in time, or the sign-in is no longer wanted. */
export async function startOidcSignIn(returnTo: string, isWanted: () => boolean): Promise<void> {
  try {
    await findProvider(returnTo)
    requireStorage()
    if (!isSecureContext) throw new Refusal(messages.noSecureContext)
    const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
    const challenge = base64url(await sha256(verifier))
    if (!isWanted()) return
    withStorage(() => sessionStorage.setItem(VERIFIER, verifier))
    location.assign(oidcStartUrl({ returnTo, challenge }))
    await new Promise((resolve) => setTimeout(resolve, LEAVING_MS))
  } catch (error) {
    throw refusal(error, messages.signInUnreachable)
  }
}

export async function finishOidcSignIn(fragment: string): Promise<void> {
  const params = new URLSearchParams(fragment)
  const code = params.get('code')
  try {
    const verifier = withStorage(takeVerifier)
    requireStorage()
    if (code === null) throw new Refusal(ERRORS.get(params.get('error') ?? '') ?? messages.signInFailed)
    if (verifier === null) throw new Refusal(messages.signInExpired)
    const { token, email } = await createSession({ code, verifier })
    startSession(token, email)
  } catch (error) {
    throw refusal(error, messages.signInNotFinished)
  }
}

function refusal(error: unknown, unreachable: string): Refusal {
  const sentences = { failed: messages.signInFailed, unreachable, unsupported: messages.noOidc }
  return new Refusal(sentenceFor(error, sentences), { cause: error })
}

function takeVerifier(): string | null {
  const verifier = sessionStorage.getItem(VERIFIER)
  sessionStorage.removeItem(VERIFIER)
  return verifier
}

function base64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
