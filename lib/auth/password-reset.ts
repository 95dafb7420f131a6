import { ApiError } from '@/lib/api/api-error'
import * as api from '@/lib/api/auth'
import { UnknownCall } from '@/lib/api/optional-call'
import * as messages from '@/lib/domain/messages/auth'
import { Refusal } from '@/lib/session/sentence-for'
import { isUnconfirmed } from './is-unconfirmed'

export { requestResetLink } from '@/lib/api/auth'

/** Sentence of a host that cannot send links; null if it may. An empty email asks nothing else. */
export function findRefusal(): Promise<string | null> {
  return api.requestResetLink('').catch((error: ApiError) => {
    if (error instanceof UnknownCall || error.isUnauthorized) return messages.noPasswordReset
    return error.status === 403 ? (error.hostMessage ?? messages.noPasswordReset) : null
  })
}

export class GoneLink extends Refusal {}

let unconfirmedToken: string | null = null

/** Returns the sentence to show at the login. */
export async function resetPassword(reset: Parameters<typeof api.resetPassword>[0]): Promise<string> {
  try {
    await api.resetPassword(reset)
    return messages.passwordChanged
  } catch (error) {
    if (error instanceof ApiError && isUnconfirmed(error)) unconfirmedToken = reset.token
    if (!(error instanceof ApiError && error.status === 410)) throw error
    if (reset.token === unconfirmedToken) return messages.passwordMayBeChanged
    throw new GoneLink(error.hostMessage ?? messages.linkGone, { cause: error })
  }
}
