import { ApiError } from './api-error'
import type { Answer } from './request'

/** A call beyond the seven that this host does not know. */
export class UnknownCall extends ApiError {
  override name = 'UnknownCall'
}

/** Throws an UnknownCall where the host says that it has no such call, or answers with a page. */
export function assertKnown({ status, text, body }: Answer): void {
  const isPage = status < 500 && text !== '' && body === undefined
  if (isPage || [404, 405, 501].includes(status)) throw new UnknownCall(`Error ${status}`, { status })
}
