import { ApiError } from '@/lib/api/api-error'
import * as calls from '@/lib/api/password-reset'
import { UnknownCall } from '@/lib/api/unknown-call'
import * as messages from '@/lib/domain/messages/password-reset'
import { type Failure, failureOf } from './result'

/** Asks for a link to an email. What the host says to it is fit to be shown. */
export async function requestResetLink(email: string): Promise<{ ok: true; message: string } | Failure> {
  try {
    return { ok: true, message: await calls.requestResetLink(email) }
  } catch (error) {
    return unless(error, messages.linkNotRequested, messages.linkUnreachable)
  }
}

/** Sets a password with the token of a link. Where that works no more, `isGone`. */
export async function resetPassword(
  reset: Parameters<typeof calls.resetPassword>[0],
): Promise<{ ok: true } | (Failure & { isGone: boolean })> {
  try {
    await calls.resetPassword(reset)
    return { ok: true }
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 410
    const refused = isGone ? messages.linkGone : messages.passwordNotChanged
    return { ...unless(error, refused, messages.passwordUnreachable), isGone }
  }
}

function unless(error: unknown, refused: string, unreachable: string): Failure {
  if (!(error instanceof UnknownCall)) return failureOf(error, refused, unreachable)
  return { ok: false, message: messages.noRecovery, isUnreachable: false }
}
