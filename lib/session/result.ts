import { ApiError } from '@/lib/api/api-error'

/** Result of an auth call. `message` can be shown to the user. */
export type Result = { ok: true } | Failure

export type Failure = { ok: false; message: string; isUnreachable: boolean }

export function failureOf(error: unknown, refused: string, unreachable: string): Failure {
  if (!(error instanceof ApiError)) console.error(error)
  const { hostMessage, isUnreachable } = error instanceof ApiError ? error : {}
  return {
    ok: false,
    message: isUnreachable ? unreachable : (hostMessage ?? refused),
    isUnreachable: isUnreachable ?? false,
  }
}
