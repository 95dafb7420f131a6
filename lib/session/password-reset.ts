import { ApiError } from '@/lib/api/api-error'
import * as api from '@/lib/api/password-reset'
import { linkGone } from '@/lib/domain/messages/password-reset'
import { Refusal } from './sentence-for'

export { requestResetLink } from '@/lib/api/password-reset'

/** Failure of a link that does not work any more. */
export class GoneLink extends Refusal {}

export async function resetPassword(reset: Parameters<typeof api.resetPassword>[0]): Promise<void> {
  try {
    await api.resetPassword(reset)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 410)) throw error
    throw new GoneLink(error.hostMessage ?? linkGone, { cause: error })
  }
}
