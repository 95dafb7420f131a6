import type { ApiError } from '@/lib/api/api-error'

/** Whether a change of an account may be done. A host of 1.0.0 may commit one and answer 503 with Retry-After. */
export function isUnconfirmed({ status = 500 }: ApiError): boolean {
  return status >= 500
}
