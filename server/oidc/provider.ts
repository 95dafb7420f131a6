import * as oidc from 'openid-client'
import type { ProviderSettings } from '../settings/settings'
import { OidcError } from './oidc-error'

const TIMEOUT_SECONDS = 5

const SCOPE = 'openid email profile'

export type AuthorizationChecks = { state: string; nonce: string; verifier: string }

/** `issuer` and `subject` identify the user; `email` is defined only if the provider has verified it. */
export type Profile = {
  issuer: string
  subject: string
  email: string | undefined
  name: string | undefined
}

/** Contacts the provider at the first login, so that the host starts without it. */
export function createProvider(settings: ProviderSettings, callbackUrl: string) {
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
      withOidcErrors(async () => {
        const config = await configured()
        const verifier = oidc.randomPKCECodeVerifier()
        const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier }
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: callbackUrl,
          scope: SCOPE,
          // On a shared computer, the next person must not get into the last one's account.
          ...(letsChoose(config.serverMetadata()) && { prompt: 'select_account' }),
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, checks }
      }),

    finish: (query: string, checks: AuthorizationChecks): Promise<Profile> =>
      withOidcErrors(async () => {
        const config = await configured()
        const response = new URL(`${callbackUrl}${query}`)
        const tokens = await oidc.authorizationCodeGrant(config, response, {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.verifier,
          idTokenExpected: true,
        })
        return profileOf(config, tokens)
      }),
  }
}

/** Whether the provider can ask for the account: some refuse the prompt, and Google does not announce it. */
function letsChoose({ issuer, prompt_values_supported: prompts }: oidc.ServerMetadata): boolean {
  if (issuer === 'https://accounts.google.com') return true
  return Array.isArray(prompts) && prompts.includes('select_account')
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const url = new URL(issuer)
  return oidc.discovery(url, clientId, clientSecret, authentication(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    execute: [
      oidc.enableNonRepudiationChecks,
      ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
    ],
  })
}

/** Defaults to client_secret_basic, as OpenID Connect Discovery does. */
function authentication(clientSecret: string): oidc.ClientAuth {
  const basic = oidc.ClientSecretBasic(clientSecret)
  const post = oidc.ClientSecretPost(clientSecret)
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request)
  }
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** Asks the userinfo endpoint if the ID token has no email, as some providers do. */
async function profileOf(config: oidc.Configuration, tokens: Tokens): Promise<Profile> {
  const claims = tokens.claims()
  if (!claims) throw new OidcError('failed', 'The provider sent no ID token')
  const needsUserInfo = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const { email, email_verified, name, preferred_username } = needsUserInfo
    ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
    : claims
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email_verified === true && typeof email === 'string' ? email : undefined,
    name: [name, preferred_username].find((text) => typeof text === 'string'),
  }
}

async function withOidcErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof OidcError ? cause : new OidcError(reasonOf(cause), messageOf(cause))
  }
}

function reasonOf(cause: unknown): OidcError['reason'] {
  if (cause instanceof oidc.AuthorizationResponseError) {
    if (cause.error === 'access_denied') return 'denied'
    return ['server_error', 'temporarily_unavailable'].includes(cause.error) ? 'unavailable' : 'failed'
  }
  const isAway =
    cause instanceof TypeError ||
    (cause instanceof oidc.ClientError &&
      ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(
        String(cause.code),
      ))
  return isAway ? 'unavailable' : 'failed'
}

/** Leaves out everything the browser or the provider sent, except the provider's error code. */
function messageOf(cause: unknown): string {
  if (cause instanceof oidc.ResponseBodyError) return `${cause.message}: ${cause.error}`
  if (cause instanceof oidc.WWWAuthenticateChallengeError) {
    return `${cause.message}: ${cause.cause.map(({ parameters }) => parameters.error).join()}`
  }
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message
}
