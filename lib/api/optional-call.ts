import { callFailed } from '@/lib/domain/messages/account'
import { type ApiResponse, type Call, failure, request } from './request'
import { assertKnown } from './unknown-call'

/** Makes a call that a host may lack. Fails with `UnknownCall` or `ApiError`. */
export async function optionalCall(call: Call): Promise<ApiResponse> {
  const response = await request(call)
  assertKnown(response)
  if (!response.ok) throw failure(callFailed, response)
  return response
}
