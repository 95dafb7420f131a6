import { request } from './request'

/** Whether the host has ended the session, or never will. `isAnnounced`: it has announced features, and answers itself. */
export async function logout(token: string, isAnnounced = false): Promise<boolean> {
  const [response, judge] = await Promise.all([
    request({ method: 'POST', path: '/api/auth/logout', token, keepalive: true }),
    isAnnounced ? import('./answer') : undefined,
  ])
  const { status } = response
  return (!judge || judge.isAnswer(response)) && (status < 500 || status === 501)
}
