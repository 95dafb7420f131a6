import type { Scenario } from './scenario'
import type { SendResult } from './send'

/** Longest time for a response while something is failing, in milliseconds. */
const MAX_RESPONSE_TIME = 6_500

/** True for a 2xx. A 503 with a message is acceptable; any other response counts as a fault. */
export function checkResponse(scenario: Scenario, request: string, result: SendResult): boolean {
  const { status, body, code, ms } = result
  const outcome = status || code
  if (ms > MAX_RESPONSE_TIME) scenario.fault('slow', `${request}: ${outcome} after ${Math.round(ms)} ms`)
  if (status >= 200 && status < 300) return true
  if (status === 503) scenario.count('503')
  const isRead = request.startsWith('GET')
  if (!isUnavailable(result) || (isRead && !result.headers['retry-after']))
    scenario.fault('wrong response', `${request}: ${outcome} ${body.slice(0, 200)}`)
  return false
}

/** Whether the response says that the service is away for a while; without `Retry-After` a write may have been stored. */
export function isUnavailable({ status, headers, body }: SendResult): boolean {
  return status === 503 && hasMessage(body) && Number(headers['retry-after'] ?? 1) > 0
}

export function hasMessage(body: string): boolean {
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return typeof message === 'string' && message !== ''
  } catch {
    return false
  }
}
