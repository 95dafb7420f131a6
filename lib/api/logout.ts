import { request } from './request'

/** Ends a token, also while the page closes. Resolves to false if it has to be tried again. */
export async function logout(token: string): Promise<boolean> {
  const { status } = await request({ method: 'POST', path: '/api/auth/logout', token, keepalive: true })
  return status < 500 || status === 501
}
