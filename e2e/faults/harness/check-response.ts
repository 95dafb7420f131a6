import type { Trial } from './scenario'
import type { Reply } from './send'

/** The longest that an answer may take while something is amiss, in milliseconds. */
const PATIENCE = 6_500

/**
 * True for a good answer. Of the others only a 503 is right that can be shown and says when to come back; the rest
 * are 'wrong', and what takes too long is 'slow'.
 */
export function judge(trial: Trial, what: string, reply: Reply): boolean {
  const { status, body, code, ms } = reply
  if (ms > PATIENCE) trial.fault('slow', `${what} took ${Math.round(ms)} ms, for ${status || code}`)
  if (status >= 200 && status < 300) return true
  if (status === 503) trial.count('503')
  if (status !== 503)
    trial.fault('wrong', `${what} was answered with ${status || code}: ${body.slice(0, 200)}`)
  else if (!hasMessage(body) || !(Number(reply.headers['retry-after']) > 0))
    trial.fault('wrong', `${what} was answered with 503 and ${body.slice(0, 200)}`)
  return false
}

export function hasMessage(body: string): boolean {
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return typeof message === 'string' && message !== ''
  } catch {
    return false
  }
}
