import { createStore } from '@/lib/create-store'
import { readStored } from '@/lib/read-stored'

export const TOKEN_KEY = 'token'
export const USER_KEY = 'user'

export const SIGNED_OUT = 'notas-signed-out-'

export const NO_TOKEN = 'No token found'

/** Stored form of the session, of which earlier releases read only the first two. */
type StoredUser = [token: string, email: string, hasEnded: boolean]

const signOuts = createStore(0)
let sessionToken: string | null = null

export function getToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY) || null
  } catch {
    return null
  }
}

export function isSessionStored(): boolean {
  return getToken() !== null || readStored(USER_KEY) !== undefined
}

export function requireToken(): string {
  const token = getToken()
  if (token === null) throw new Error(NO_TOKEN)
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
  return readUser()[1]
}

/** Whether the host has ended the session. Its token stays, so that drafts keep their user until the next login. */
export function hasEnded(): boolean {
  return readUser()[2] === true
}

export function getLiveToken(): string | null {
  return hasEnded() ? null : getSessionToken()
}

function readUser(): Partial<StoredUser> {
  const user = readStored<StoredUser>(USER_KEY) ?? []
  return user[0] === getSessionToken() ? user : []
}

export function endSession(): void {
  sessionToken = null
  signOuts.set(getSignOuts() + 1)
}

export const { get: getSignOuts, subscribe: onSessionChange } = signOuts

export function notify(): void {
  signOuts.set(getSignOuts())
}

export function rememberSignedOut(user: string): void {
  try {
    localStorage.setItem(SIGNED_OUT + user, user)
  } catch {} // the storage is full
}
