import { request } from './request'

/** Resolves to whether the session has ended, or never will. `isAnnounced`: only the response of the host itself counts. */
export async function logout(token: string, isAnnounced = false): Promise<boolean> {
  const [response, judge] = await Promise.all([
    request({ method: 'POST', path: '/api/auth/logout', token, keepalive: true }),
    isAnnounced ? import('./answer') : undefined,
  ])
  const { status } = response
  return (!judge || judge.isAnswer(response)) && (status < 500 || status === 501)
}
