import { request } from './request'

/** Whether the host has ended the session, or never will. `isAnnounced`: it has announced features, and answers itself. */
export async function logout(token: string, isAnnounced = false): Promise<boolean> {
  const response = await request({ method: 'POST', path: '/api/auth/logout', token, keepalive: true })
  const { status } = response
  const isAnswered = !isAnnounced || (await import('./answer')).isAnswer(response)
  return isAnswered && (status < 500 || status === 501)
}
