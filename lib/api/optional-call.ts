import { failureOf, isAnswer, isFromHost, NotFromHost } from './answer'
import { ApiError } from './api-error'
import { announcesFeatures } from './features'
import type { ByteStream } from './json-list'
import { type ApiResponse, type Call, failure, request } from './request'

export class UnknownCall extends ApiError {
  override name = 'UnknownCall'
}

/** Makes a call that other hosts may not implement: a 404, a 401 while the session lives or an unexpected body becomes `UnknownCall`. */
export async function optionalCall(
  call: Call,
  isExpected: (body: unknown) => boolean = () => true,
): Promise<ApiResponse> {
  const response = await request(call)
  const { ok, status, text, body } = response
  const isAnswered = call.method === 'GET' ? isFromHost(response) : isAnswer(response)
  if (!isAnswered && announcesFeatures()) throw new NotFromHost(response)
  // A POST without a token may be refused for the code that it carries.
  if (status === 401 && (call.token !== undefined || call.method === 'GET')) await throwRefused(call.token)
  const isNoJson = status < 500 && text !== '' && body === undefined
  if (isNoJson || [404, 405, 501].includes(status)) throw new UnknownCall(`Error ${status}`, { status })
  if (!ok) throw failure(response)
  if (!isExpected(body)) throw new UnknownCall('Unexpected response', { cause: response })
  return response
}

/** Throws the list's failure, or `UnknownCall` if there is none: some hosts answer 401 to every path that they lack. */
export async function throwRefused(token?: string): Promise<never> {
  if (token !== undefined) {
    const read = (body: ByteStream) => body.cancel()
    const list = await request({ method: 'GET', path: '/api/notes', token, read })
    if (!list.ok) throw failureOf(list)
  }
  throw new UnknownCall('Error 401', { status: 404 })
}
