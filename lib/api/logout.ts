import { request } from './request'

/** Ends a token, also while the page closes. Resolves to false if the host has failed and may end it later. */
export async function logout(token: string): Promise<boolean> {
  const { status } = await request({ method: 'POST', path: '/api/auth/logout', token, keepalive: true })
  return status < 500 || status === 501
}
