import { optionalCall } from './optional-call'

export type Account = { email: string; userName: string; hasPassword: boolean }

export type ListedSession = {
  id: string
  isCurrent: boolean
  /** Milliseconds since 1970. */
  createdAt: number
  lastUsedAt: number
  client: string
}

export async function getAccount(token: string): Promise<Account> {
  const call = { method: 'GET', path: '/api/account', token } as const
  return (await optionalCall(call, isAccount)).body as Account
}

export async function changePassword(
  token: string,
  passwords: { currentPassword: string; newPassword: string },
): Promise<void> {
  await optionalCall({ method: 'PUT', path: '/api/account/password', token, body: passwords })
}

export async function listSessions(token: string): Promise<ListedSession[]> {
  const call = { method: 'GET', path: '/api/account/sessions', token } as const
  return (await optionalCall(call, Array.isArray)).body as ListedSession[]
}

export async function endOtherSession(token: string, id: string): Promise<void> {
  await optionalCall({ method: 'DELETE', path: `/api/account/sessions/${encodeURIComponent(id)}`, token })
}

export async function endOtherSessions(token: string, confirmation?: { password: string }): Promise<void> {
  await optionalCall({ method: 'DELETE', path: '/api/account/sessions', token, body: confirmation })
}

export async function deleteAccount(
  token: string,
  confirmation: { password: string } | { email: string },
): Promise<void> {
  await optionalCall({ method: 'DELETE', path: '/api/account', token, body: confirmation })
}

function isAccount(body: unknown): boolean {
  return typeof (body as Partial<Account> | null | undefined)?.hasPassword === 'boolean'
}
