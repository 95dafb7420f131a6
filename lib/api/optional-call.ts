import { isAnswer, isFromHost, NotFromHost } from './answer'
import { ApiError } from './api-error'
import { announcesFeatures } from './features'
import { type ApiResponse, type Call, failure, request } from './request'

export class UnknownCall extends ApiError {
  override name = 'UnknownCall'
}

/** Makes a call that other hosts may not implement: a 404 or an unexpected body becomes `UnknownCall`. */
export async function optionalCall(
  call: Call,
  isExpected: (body: unknown) => boolean = () => true,
): Promise<ApiResponse> {
  const response = await request(call)
  const { ok, status, text, body } = response
  const isAnswered = call.method === 'GET' ? isFromHost(response) : isAnswer(response)
  if (!isAnswered && announcesFeatures()) throw new NotFromHost(response)
  const isNoJson = status < 500 && text !== '' && body === undefined
  if (isNoJson || [404, 405, 501].includes(status)) throw new UnknownCall(`Error ${status}`, { status })
  if (!ok) throw failure(response)
  if (!isExpected(body)) throw new UnknownCall('Unexpected response', { cause: response })
  return response
}
