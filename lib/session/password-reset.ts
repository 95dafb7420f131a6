import { ApiError } from '@/lib/api/api-error'
import * as api from '@/lib/api/password-reset'
import { UnknownCall } from '@/lib/api/unknown-call'
import * as messages from '@/lib/domain/messages/password-reset'
import { type Failure, failureOf } from './result'

export async function requestResetLink(email: string): Promise<{ ok: true; message: string } | Failure> {
  try {
    return { ok: true, message: await api.requestResetLink(email) }
  } catch (error) {
    return resetFailure(error, messages.linkNotRequested, messages.linkUnreachable)
  }
}

export async function resetPassword(
  reset: Parameters<typeof api.resetPassword>[0],
): Promise<{ ok: true } | (Failure & { isGone: boolean })> {
  try {
    await api.resetPassword(reset)
    return { ok: true }
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 410
    const refused = isGone ? messages.linkGone : messages.passwordNotChanged
    return { ...resetFailure(error, refused, messages.passwordUnreachable), isGone }
  }
}

function resetFailure(error: unknown, refused: string, unreachable: string): Failure {
  if (!(error instanceof UnknownCall)) return failureOf(error, refused, unreachable)
  return { ok: false, message: messages.noPasswordReset, isUnreachable: false }
}
