import * as oidc from 'openid-client'
import { isLoopback, type ProviderSettings } from '../settings/provider'
import { failing, SignInFailure } from './oidc-error'

/** How long the provider may take for each answer, in seconds. */
const PATIENCE = 5

const SCOPE = 'openid email profile'

/** What the browser's return is held against. */
export type Checks = { state: string; nonce: string; verifier: string }

/** Whom the provider says somebody is; issuer and subject never change. */
export type Profile = {
  issuer: string
  subject: string
  /** Only where the provider has verified it. */
  email: string | undefined
  name: string | undefined
}

export type Provider = {
  name: string
  /** Where to send the browser. Rejects with SignInFailure, as the other. */
  begin: () => Promise<{ url: string; checks: Checks }>
  /** Who comes back with that query. */
  finish: (query: string, checks: Checks) => Promise<Profile>
}

/** Asks the provider nothing before somebody wants to sign in: the host starts without it. */
export function createProvider(settings: ProviderSettings, callbackUrl: string): Provider {
  let configuration: Promise<oidc.Configuration> | undefined

  function configured(): Promise<oidc.Configuration> {
    configuration ??= discover(settings).catch((cause) => {
      configuration = undefined
      throw cause
    })
    return configuration
  }

  return {
    name: settings.name,

    begin: () =>
      failing(async () => {
        const config = await configured()
        const verifier = oidc.randomPKCECodeVerifier()
        const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier }
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: callbackUrl,
          scope: SCOPE,
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, checks }
      }),

    finish: (query, checks) =>
      failing(async () => {
        const config = await configured()
        const tokens = await oidc.authorizationCodeGrant(config, new URL(`${callbackUrl}${query}`), {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.verifier,
          idTokenExpected: true,
        })
        return profileOf(config, tokens)
      }),
  }
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const url = new URL(issuer)
  return oidc.discovery(url, clientId, clientSecret, authentication(clientSecret), {
    timeout: PATIENCE,
    execute: [oidc.enableNonRepudiationChecks, ...(isLoopback(url) ? [oidc.allowInsecureRequests] : [])],
  })
}

/** As the provider wants it; where it does not say, as OpenID Connect does. */
function authentication(clientSecret: string): oidc.ClientAuth {
  const basic = oidc.ClientSecretBasic(clientSecret)
  const post = oidc.ClientSecretPost(clientSecret)
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request)
  }
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** Some providers tell an email only when asked for it. Whether it is verified must be told with it. */
async function profileOf(config: oidc.Configuration, tokens: Tokens): Promise<Profile> {
  const claims = tokens.claims()
  if (!claims) throw new SignInFailure('failed', 'The provider sent no ID token')
  const asks = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const { email, email_verified, name, preferred_username } = asks
    ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
    : claims
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email_verified === true && typeof email === 'string' ? email : undefined,
    name: [name, preferred_username].find((text) => typeof text === 'string'),
  }
}
