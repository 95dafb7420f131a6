import { expect, test } from '@playwright/test'
import { NotFromHost } from '@/lib/api/answer'
import { ApiError } from '@/lib/api/api-error'
import type { ApiResponse } from '@/lib/api/request'
import { isNoFaultOfCall, judge } from '@/lib/writes/outcome'

const status = (status: number, retryAfter: string | null = null) => new ApiError('', { status, retryAfter })

function page(status: number): NotFromHost {
  const answer = { ok: status < 300, redirected: false, status, statusText: '', text: '<p>', body: undefined }
  return new NotFromHost({ ...answer, headers: new Headers() } satisfies ApiResponse)
}

const CASES: [name: string, error: unknown, is: ReturnType<typeof judge>, waits: boolean][] = [
  ['no answer', new ApiError('', {}), 'unknown', true],
  ['a time limit', new ApiError('', { isTimeout: true }), 'unknown', true],
  ['a page with 200', page(200), 'unknown', true],
  ['a page with 403', page(403), 'unknown', true],
  ['a page with 504', page(504), 'unknown', true],
  ['400', status(400), 'refused', false],
  ['401', status(401), 'later', false],
  ['403', status(403), 'refused', false],
  ['404', status(404), 'gone', false],
  ['408', status(408), 'later', true],
  ['409', status(409), 'refused', false],
  ['412', status(412), 'outdated', false],
  ['413', status(413), 'refused', false],
  ['415', status(415), 'refused', false],
  ['422', status(422), 'refused', false],
  ['425', status(425), 'later', true],
  ['429', status(429), 'later', false],
  ['499', status(499), 'refused', false],
  ['500', status(500), 'unknown', false],
  ['502', status(502), 'unknown', true],
  ['503', status(503), 'unknown', true],
  ['503 with Retry-After', status(503, '1'), 'later', true],
  ['503 with Retry-After: 0', status(503, '0'), 'unknown', true],
  ['504', status(504), 'unknown', true],
  ['507', status(507), 'refused', false],
  ['a failure before the call', new Error('No token found'), 'later', false],
]

for (const [name, error, is, waits] of CASES)
  test(`after ${name} a write is ${is}, and Guardar ${waits ? 'waits' : 'does not wait'}`, () => {
    const judged = judge(error)
    expect(judged).toBe(is)
    expect(isNoFaultOfCall({ error })).toBe(waits)
  })
