import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider, { type Configuration } from 'oidc-provider'
// @ts-expect-error It has no types. Named, so that the provider does not warn of it at each start.
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js'
import { freePort, listenOnLoopback } from './process'

/** Somebody with an account there. */
export type Person = { sub: string; name?: string; email?: string; email_verified?: unknown }

export type OidcProvider = {
  issuer: string
  /** What makes a host let people sign in with it. */
  env: { OIDC_ISSUER: string; OIDC_CLIENT_ID: string; OIDC_CLIENT_SECRET: string }
  /** From now on that person can sign in there, by typing `sub`. */
  add: (person: Person) => void
  /** From now on it answers everything with 503; or as before. */
  fail: (isFailing: boolean) => void
  stop: () => Promise<void>
}

type Options = {
  /** Where hosts may have it send people back to. */
  redirectUris: string[]
  /** Of the provider's configuration, what shall be other than usual. */
  configuration?: Configuration
}

const CLIENT = { id: 'notas', secret: 'el secreto del cliente' }

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Starts a real OpenID provider on loopback, with a login page of its own that asks for no password. */
export async function startOidcProvider({ redirectUris, configuration }: Options): Promise<OidcProvider> {
  const people = new Map<string, Person>()
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  let isFailing = false

  const provider = new Provider(issuer, {
    adapter: (name) => new MemoryAdapter(name),
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: redirectUris }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    // Nobody is asked for consent.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: CLIENT.id, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
    features: { devInteractions: { enabled: false } },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    ...configuration,
  })
  const answer = provider.callback()

  async function logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(LOGIN_PAGE)
      return
    }
    const form = new URLSearchParams(await text(request))
    const accountId = form.get('account') ?? ''
    const isKnown = form.get('action') === 'continue' && people.has(accountId)
    const result = isKnown ? { login: { accountId } } : { error: 'access_denied' }
    await provider.interactionFinished(request, response, result)
  }

  const server = createServer((request, response) => {
    if (isFailing) response.writeHead(503).end()
    else if (request.url?.startsWith('/login/')) logIn(request, response).catch(() => response.destroy())
    else answer(request, response)
  })
  const { stop } = await listenOnLoopback(server, port)

  return {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    add: (person) => people.set(person.sub, person),
    fail: (value) => {
      isFailing = value
    },
    stop,
  }
}

const LOGIN_PAGE = `<!doctype html>
<html lang="en">
<head><title>Identity provider</title><link rel="icon" href="data:,"></head>
<body>
<form method="post">
<label>Account <input name="account" autofocus></label>
<button name="action" value="continue">Continue</button>
<button name="action" value="cancel">Cancel</button>
</form>
</body>
</html>
`
