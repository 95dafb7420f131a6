import { request } from './request'

export async function logout(token: string): Promise<boolean> {
  const { status } = await request({ method: 'POST', path: '/api/auth/logout', token, keepalive: true })
  return status < 500 || status === 501
}
