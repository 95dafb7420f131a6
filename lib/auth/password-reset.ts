import { ApiError } from '@/lib/api/api-error'
import * as api from '@/lib/api/auth'
import { UnknownCall } from '@/lib/api/optional-call'
import { linkGone, noPasswordReset } from '@/lib/domain/messages/auth'
import { Refusal } from '@/lib/session/sentence-for'

export { requestResetLink } from '@/lib/api/auth'

/** Sentence of a host that cannot send links; null if it may. An empty email asks nothing else. */
export function findRefusal(): Promise<string | null> {
  return api.requestResetLink('').catch((error: ApiError) => {
    if (error instanceof UnknownCall) return noPasswordReset
    return error.status === 403 ? (error.hostMessage ?? noPasswordReset) : null
  })
}

export class GoneLink extends Refusal {}

export async function resetPassword(reset: Parameters<typeof api.resetPassword>[0]): Promise<void> {
  try {
    await api.resetPassword(reset)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 410)) throw error
    throw new GoneLink(error.hostMessage ?? linkGone, { cause: error })
  }
}
