import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { signInExpired } from '@/lib/domain/messages/oidc'
import type { AppContext, Env } from '../context'
import { sentPath } from '../http/client'
import { Refused, TooManyAttempts } from '../http/failures'
import { respond, respondJson } from '../http/respond'
import * as messages from '../messages'
import { jsonBody } from '../middleware/json-body'
import { logEvent } from '../middleware/security-events'
import { findOrLinkAccount } from '../oidc/link-account'
import type { Oidc } from '../oidc/oidc'
import { OidcError } from '../oidc/oidc-error'
import type { Profile } from '../oidc/provider'
import { frontEnd, loginCode, oidcStart, providerName, session } from '../openapi/schemas'
import { StorageUnavailable } from '../store/database'
import { redeemLoginCode, saveLoginCode } from '../store/login-codes'
import { createToken, hashToken, readToken } from '../store/tokens'
import { findUserById } from '../store/users'
import { body, type Calls, failures, json } from './define-call'
import { startSession } from './login-checks'

/** Reasons that are no failure of the host's, and not logged as one. */
const OF_THE_USER: string[] = ['denied', 'expired', 'closed', 'taken']

export function oidcRoutes({ publicCall }: Calls, context: AppContext): void {
  const { database, limits, sendNotice, log, now } = context

  publicCall('get', '/auth/oidc', {
    summary: 'The OIDC provider, for a front end at that address',
    request: { query: frontEnd },
    responses: { 200: json(providerName, 'Its name'), ...failures(400, 404) },
  }).handle(async (c) => {
    const { provider } = configured()
    allowed(c.req.valid('query').return_to)
    return respondJson(c, 200, { name: provider.name })
  })

  publicCall('get', '/auth/oidc/start', {
    summary: 'Redirect to the provider, and from there back to return_to with #code or #error',
    request: { query: oidcStart },
    responses: {
      302: { description: 'To the provider, or back with #error=unavailable' },
      ...failures(400, 404),
    },
  }).handle(async (c) => {
    const { return_to, challenge } = c.req.valid('query')
    const { provider, stateCookie } = configured()
    const returnTo = allowed(return_to)
    try {
      const { url, checks } = await provider.begin()
      const cookie = await stateCookie.set({ ...checks, returnTo, challenge }, now())
      return redirect(url, cookie)
    } catch (cause) {
      return redirect(`${returnTo}#error=${errorCodeOf(cause, c)}`)
    }
  })

  publicCall('get', '/auth/oidc/callback', {
    summary: 'Redirect URI of the provider',
    responses: { 302: { description: 'Back to the front end, with #code or #error' }, ...failures(404) },
  }).handle(async (c) => {
    const { provider, stateCookie, home } = configured()
    const { search, searchParams } = new URL(c.req.url)
    const login = await stateCookie.read(c, now())
    const isOurs = login !== undefined && searchParams.get('state') === login.state
    try {
      if (!isOurs) throw new OidcError('expired')
      await limits.checkAttempts(c.get('client'))
      const profile = await provider.finish(search, login)
      const code = await loginCodeFor(profile, login.challenge, c)
      return redirect(`${login.returnTo}#code=${code}`, stateCookie.clear())
    } catch (cause) {
      const failed = `${login?.returnTo ?? home}#error=${await countedErrorCodeOf(cause, c)}`
      // The cookie may belong to a login in another tab.
      return isOurs ? redirect(failed, stateCookie.clear()) : redirect(failed)
    }
  })

  publicCall('post', '/auth/oidc/session', {
    summary: 'Log in with the code of the redirect and the verifier whose SHA-256 was the challenge',
    middleware: [jsonBody()],
    request: body(loginCode),
    responses: {
      200: json(session, 'The token of a new session, and the email of its user'),
      ...failures(400, 401, 408, 413, 429, 503),
    },
  }).handle(async (c) => {
    const { code, verifier } = c.req.valid('json')
    const expired = new Refused('login-code', signInExpired)
    await limits.checkAttempts(c.get('client'))
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const user = await redeemLoginCode(database, { ...readToken(code), challenge, now: now() })
    if (!user) {
      logEvent(log, c, 'login.failed', undefined)
      await limits.countFailedAttempt(c.get('client'))
      throw expired
    }
    await limits.countLogin(user.id)
    const token = await startSession(c, context, user, expired)
    return respondJson(c, 200, { token, email: user.email })
  })

  function configured(): Oidc {
    if (context.oidc) return context.oidc
    throw new Refused('no-provider', messages.noProvider)
  }

  function allowed(returnTo: string): string {
    const address = configured().returnAddress(returnTo)
    if (address === undefined) throw new Refused('return-address', messages.returnNotAllowed)
    return address
  }

  async function loginCodeFor(profile: Profile, challenge: string, c: Context<Env>): Promise<string> {
    const account = await findOrLinkAccount(context, profile, c.get('client'))
    if (!account) throw new OidcError('failed', 'The account was made or deleted meanwhile')
    const { userId, event, losesPassword } = account
    const notice = losesPassword ? 'passwordEnded' : 'identityJoined'
    if (event) logEvent(log, c, event, userId)
    if (event === 'identity.joined') sendNotice?.(notice, () => findUserById(database, userId))
    const code = createToken(userId)
    await saveLoginCode(database, { codeHash: hashToken(code), challenge, userId, now: now() })
    return code
  }

  function errorCodeOf(cause: unknown, c: Context<Env>): string {
    if (cause instanceof TooManyAttempts) {
      c.set('reason', cause.reason)
      return 'too_many'
    }
    const ofHost = cause instanceof StorageUnavailable ? 'unavailable' : 'failed'
    const code = cause instanceof OidcError ? cause.reason : ofHost
    c.set('reason', `oidc.${code}`)
    if (!OF_THE_USER.includes(code))
      log.error({ requestId: c.get('requestId'), method: c.req.method, path: sentPath(c) }, cause)
    return code
  }

  async function countedErrorCodeOf(cause: unknown, c: Context<Env>): Promise<string> {
    // Logs the cause before the count can fail.
    const code = errorCodeOf(cause, c)
    if (!(cause instanceof OidcError) || cause.reason !== 'failed') return code
    logEvent(log, c, 'login.failed', undefined)
    try {
      await limits.countFailedAttempt(c.get('client'))
      return code
    } catch (tooMany) {
      return errorCodeOf(tooMany, c)
    }
  }
}

function redirect(location: string, cookie?: string): Response {
  return respond(302, null, { Location: location, ...(cookie !== undefined && { 'Set-Cookie': cookie }) })
}
