import { noToken } from '@/lib/domain/messages/session'

const NAME = 'token'
const USER = 'user'

/** State of the page. `endSession` forgets the token; listeners and the number of sessions that ended remain. */
const listeners = new Set<() => void>()
let signOuts = 0
export let sessionToken: string | null = null

export function getToken(): string | null {
  try {
    return localStorage.getItem(NAME) || null
  } catch {
    return null
  }
}

export function requireToken(): string {
  const token = getToken()
  if (token === null) throw new Error(noToken)
  return token
}

/** The token of the session on the screen, which a token removed from localStorage by hand does not end. */
export function getSessionToken(): string | null {
  sessionToken = getToken() ?? sessionToken
  return sessionToken
}

/** Key of the user's local data: the email of the login, or the token if the host tells no email. */
export function getUser(): string | null {
  return getEmail() ?? getToken()
}

export function getEmail(): string | undefined {
  try {
    const [token, email] = JSON.parse(localStorage.getItem(USER) ?? '[]')
    return token === getSessionToken() ? email : undefined
  } catch {
    return undefined
  }
}

export function storeToken(token: string, email?: string): void {
  localStorage.setItem(USER, JSON.stringify([token, email?.trim().toLowerCase() ?? token]))
  localStorage.setItem(NAME, token)
  notify()
}

export function removeToken(): void {
  localStorage.removeItem(USER)
  localStorage.removeItem(NAME)
  endSession()
}

export function endSession(): void {
  sessionToken = null
  signOuts += 1
  notify()
}

export function getSignOuts(): number {
  return signOuts
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function notify(): void {
  for (const listener of listeners) listener()
}
