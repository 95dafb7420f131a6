import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Configuration, default as OidcProviderServer } from 'oidc-provider'
// @ts-expect-error It has no types. Without an explicit adapter the provider prints a warning.
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js'
// @ts-expect-error It has no types. The package's index prints a warning on Node 20.
import { Provider as UntypedProvider } from 'oidc-provider/lib/provider.js'
import { freePort, listenOnLoopback } from './process'

export type OidcAccount = { sub: string; name?: string; email?: string; email_verified?: unknown }

export type OidcProvider = {
  issuer: string
  env: { OIDC_ISSUER: string; OIDC_CLIENT_ID: string; OIDC_CLIENT_SECRET: string }
  /** Adds an account, whose login name is `sub`. */
  add: (account: OidcAccount) => void
  /** Makes every response a 503 while `isFailing`. */
  fail: (isFailing: boolean) => void
  stop: () => Promise<void>
}

type Options = {
  redirectUris: string[]
  configuration?: Configuration
}

const Provider: typeof OidcProviderServer = UntypedProvider

const CLIENT = { id: 'notas', secret: 'el secreto del cliente' }

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Starts an OpenID Connect provider on loopback, with a login page without a password. */
export async function startOidcProvider({ redirectUris, configuration }: Options): Promise<OidcProvider> {
  const accounts = new Map<string, OidcAccount>()
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  let isFailing = false

  const provider = new Provider(issuer, {
    adapter: (name) => new MemoryAdapter(name),
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: redirectUris }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...accounts.get(sub), sub }) }),
    // Skips the consent screen.
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
  const handle = provider.callback()

  async function logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(LOGIN_PAGE)
      return
    }
    const form = new URLSearchParams(await text(request))
    const accountId = form.get('account') ?? ''
    const isKnown = form.get('action') === 'continue' && accounts.has(accountId)
    const result = isKnown ? { login: { accountId } } : { error: 'access_denied' }
    await provider.interactionFinished(request, response, result)
  }

  const server = createServer((request, response) => {
    if (isFailing) response.writeHead(503).end()
    else if (request.url?.startsWith('/login/')) logIn(request, response).catch(() => response.destroy())
    else handle(request, response)
  })
  const { stop } = await listenOnLoopback(server, port)

  return {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    add: (account) => accounts.set(account.sub, account),
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
