import { ApiError } from './api-error'
import type { ApiResponse } from './request'

export class UnknownCall extends ApiError {
  override name = 'UnknownCall'
}

export function assertKnown({ status, text, body }: ApiResponse): void {
  const isPage = status < 500 && text !== '' && body === undefined
  if (isPage || [404, 405, 501].includes(status)) throw new UnknownCall(`Error ${status}`, { status })
}
