import { callFailed } from '@/lib/domain/messages/account'
import { type ApiResponse, type Call, failure, request } from './request'
import { assertKnown, UnknownCall } from './unknown-call'

/** Makes a call that a host may lack, and may answer with something else. Fails with `UnknownCall` or `ApiError`. */
export async function optionalCall(
  call: Call,
  isExpected: (body: unknown) => boolean = () => true,
): Promise<ApiResponse> {
  const response = await request(call)
  assertKnown(response)
  if (!response.ok) throw failure(callFailed, response)
  if (!isExpected(response.body)) throw new UnknownCall('Unexpected response', { cause: response })
  return response
}
