import { isPage } from '@/lib/domain/page'
import { FROM_NETWORK } from '@/lib/from-network'
import { ApiError } from './api-error'
import { announcesFeatures } from './features'
import { type ApiResponse, failure, OTHER_ORIGIN, request } from './request'

/** Answered by a portal, a proxy or another address. Has no `status`, so it counts as unreachable. */
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

/** Whether our own origin redirects to another one: such a call fails like a lost connection. */
export async function isRedirected({ hadNoResponse }: ApiError): Promise<boolean> {
  if (OTHER_ORIGIN || !hadNoResponse || !navigator.onLine) return false
  // Static hosts redirect an address that has no slash at its end.
  const path = `${location.pathname.replace(/\/?$/, '/')}${FROM_NETWORK}`
  const { status } = await request({
    method: 'GET',
    path,
    headers: { Accept: 'text/html' },
    redirect: 'manual',
  })
  return status === 0
}
