import { isPage } from '@/lib/domain/page'
import { FROM_NETWORK } from '@/lib/from-network'
import { ApiError } from './api-error'
import { announcesFeatures } from './features'
import { type ApiResponse, failure, request } from './request'

/** A portal, a proxy or another address has answered. It has no status, as a call without an answer. */
export class NotFromHost extends ApiError {
  override name = 'NotFromHost'
  readonly response: ApiResponse

  constructor(response: ApiResponse, message = `Error ${response.status}: ${response.statusText}`) {
    const retryAfter = response.headers.get('Retry-After')
    super(message, { retryAfter, isTimeout: response.status === 504, cause: response })
    this.response = response
  }
}

/** Whether the host has answered a call that changes something, which a redirect may have made a GET. */
export function isAnswer(response: ApiResponse): boolean {
  return !response.redirected && isFromHost(response)
}

/** A host that announces its features answers JSON or nothing; others may have pages of their own for a failure. */
export function isFromHost(response: ApiResponse): boolean {
  const { ok, text, headers } = response
  return !isPage(text, headers.get('Content-Type')) || !(ok || announcesFeatures())
}

export function failureOf(response: ApiResponse): ApiError {
  return isFromHost(response) ? failure(response) : new NotFromHost(response)
}

/** Judges a call to our own origin without a response: a redirect to another origin fails like a lost connection. */
export async function redirectOr(error: ApiError): Promise<ApiError> {
  if ((error.cause as { text?: string }).text !== undefined) return error
  const headers = { Accept: 'text/html' }
  const response = await request({ method: 'GET', path: FROM_NETWORK, headers, redirect: 'manual' })
  return response.status === 0 ? new NotFromHost(response, error.message) : error
}
