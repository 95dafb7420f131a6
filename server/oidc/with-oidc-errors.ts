import * as oidc from 'openid-client'
import { OidcError } from './oidc-error'

export async function withOidcErrors<Result>(work: () => Promise<Result>): Promise<Result> {
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
