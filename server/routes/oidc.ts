import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { TooManyAttempts } from '../auth/rate-limits'
import type { Env, Host } from '../context'
import { answer, respondJson } from '../http/respond'
import * as messages from '../messages'
import { findOrLinkAccount } from '../oidc/link-account'
import { createSignInCode } from '../oidc/login-code'
import type { SignIn } from '../oidc/oidc'
import { SignInFailure } from '../oidc/oidc-error'
import type { Profile } from '../oidc/provider'
import { failures, json } from '../openapi/responses'
import { frontEnd, providerName, signInStart } from '../openapi/schemas'
import { StorageUnavailable } from '../store/database'

export function oidcRoutes(api: OpenAPIHono<Env>, host: Host): void {
  const { database, limits, log, now } = host

  api.openapi(
    createRoute({
      method: 'get',
      path: '/auth/oidc',
      summary: 'The provider with whose accounts people sign in here, for a front end at that address',
      request: { query: frontEnd },
      responses: { 200: json(providerName, 'Its name'), ...failures(400, 404) },
    }),
    async (c) => {
      const { provider } = signIn()
      allowed(c.req.valid('query').return_to)
      return respondJson(c, 200, { name: provider.name })
    },
  )

  api.openapi(
    createRoute({
      method: 'get',
      path: '/auth/oidc/start',
      summary: 'Go to the provider, to come back to return_to with #code or #error',
      request: { query: signInStart },
      responses: {
        302: { description: 'To the provider, or back with #error=unavailable' },
        ...failures(400, 404),
      },
    }),
    async (c) => {
      const { provider, pending } = signIn()
      const { return_to, challenge } = c.req.valid('query')
      const returnTo = allowed(return_to)
      try {
        const { url, checks } = await provider.begin()
        const cookie = await pending.keep({ ...checks, returnTo, challenge }, now())
        return redirect(url, cookie)
      } catch (cause) {
        return redirect(`${returnTo}#error=${reasonOf(cause, c)}`)
      }
    },
  )

  api.openapi(
    createRoute({
      method: 'get',
      path: '/auth/oidc/callback',
      summary: 'Where the provider sends the browser back',
      responses: {
        302: { description: 'Back to the front end, with #code or #error' },
        ...failures(404),
      },
    }),
    async (c) => {
      const { provider, pending, home } = signIn()
      const { search, searchParams } = new URL(c.req.url)
      const begun = await pending.find(c, now())
      const isOurs = begun !== undefined && searchParams.get('state') === begun.state
      try {
        if (!isOurs) throw new SignInFailure('expired')
        await limits.checkAttempts(c.get('address'))
        const profile = await provider.finish(search, begun)
        const code = await codeFor(profile, begun.challenge, c.get('address'))
        return redirect(`${begun.returnTo}#code=${code}`, pending.forget())
      } catch (cause) {
        const failed = `${begun?.returnTo ?? home}#error=${await countedReasonOf(cause, c)}`
        // One that waits in another tab may still come back.
        return isOurs ? redirect(failed, pending.forget()) : redirect(failed)
      }
    },
  )

  function signIn(): SignIn {
    if (host.signIn) return host.signIn
    throw new HTTPException(404, { message: messages.noProvider })
  }

  function allowed(returnTo: string): string {
    const address = signIn().returnAddress(returnTo)
    if (address === undefined) throw new HTTPException(400, { message: messages.noReturn })
    return address
  }

  async function codeFor(profile: Profile, challenge: string, address: string): Promise<string> {
    const userId = await findOrLinkAccount(host, profile, address)
    if (userId === undefined) throw new SignInFailure('failed', 'The account was made or deleted meanwhile')
    return createSignInCode(database, { userId, challenge, now: now() })
  }

  /** The word for the front end; what the operator may have to mend is logged. */
  function reasonOf(cause: unknown, c: Context<Env>): string {
    if (cause instanceof TooManyAttempts) return 'too_many'
    const reason = cause instanceof SignInFailure ? cause.reason : undefined
    if (reason === 'denied' || reason === 'expired') return reason
    log.error({ requestId: c.get('requestId'), method: c.req.method, path: c.req.path }, cause)
    return reason ?? (cause instanceof StorageUnavailable ? 'unavailable' : 'failed')
  }

  /** The same, and a sign-in that failed counts as a failed login does; one that was denied or unavailable does not. */
  async function countedReasonOf(cause: unknown, c: Context<Env>): Promise<string> {
    // First, so that the cause is in the log whatever the count says.
    const reason = reasonOf(cause, c)
    if (!(cause instanceof SignInFailure) || cause.reason !== 'failed') return reason
    try {
      await limits.countFailedAttempt(c.get('address'))
      return reason
    } catch (tooMany) {
      return reasonOf(tooMany, c)
    }
  }
}

function redirect(location: string, cookie?: string): Response {
  return answer(302, null, { Location: location, ...(cookie !== undefined && { 'Set-Cookie': cookie }) })
}
