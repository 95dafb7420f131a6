import { ApiError } from '@/lib/api/api-error'

/** What became of an attempt: a failure's message is fit to be shown. */
export type Result = { ok: true } | Failure

export type Failure = { ok: false; message: string; isUnreachable: boolean }

/** What to say of an error, unless the host says it. */
export function failureOf(error: unknown, refused: string, unreachable: string): Failure {
  if (!(error instanceof ApiError)) console.error(error)
  const { hostMessage, isUnreachable } = error instanceof ApiError ? error : {}
  return {
    ok: false,
    message: isUnreachable ? unreachable : (hostMessage ?? refused),
    isUnreachable: isUnreachable ?? false,
  }
}
