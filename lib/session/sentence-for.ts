import { ApiError } from '@/lib/api/api-error'
import { UnknownCall } from '@/lib/api/optional-call'

/** Sentences for a failure without one of the host; a string is shown whatever the host sends. */
export type Sentences = string | { failed: string; unreachable: string; unsupported?: string }

export class Refusal extends Error {}

export function sentenceFor(error: unknown, sentences: Sentences): string {
  if (error instanceof Refusal) return error.message
  if (!(error instanceof ApiError)) console.error(error)
  if (typeof sentences === 'string') return sentences
  const { failed, unreachable, unsupported = failed } = sentences
  if (isCodeMissing(error)) return unreachable
  if (error instanceof UnknownCall) return unsupported
  if (!(error instanceof ApiError)) return failed
  return error.isUnreachable ? unreachable : (error.hostMessage ?? failed)
}

export function isCodeMissing(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChunkLoadError'
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.isUnreachable
}
