import * as messages from '@/lib/domain/messages/notes'

const NAME = 'token'
const USER = 'user'

const listeners = new Set<() => void>()
let signOuts = 0

/** The session's token; null where nobody is signed in, or the browser keeps no storage. */
export function getToken(): string | null {
  try {
    return localStorage.getItem(NAME) || null
  } catch {
    return null
  }
}

export function requireToken(): string {
  const token = getToken()
  if (token === null) throw new Error(messages.noToken)
  return token
}

/**
 * Whose session it is, for what this browser keeps: the email of the login. Where the token came otherwise, the
 * token stands for its user. Null where nobody is signed in.
 */
export function getUser(): string | null {
  return getEmail() ?? getToken()
}

/** The email of the login that the token came from; undefined where it came otherwise. */
function getEmail(): string | undefined {
  try {
    const [token, email] = JSON.parse(localStorage.getItem(USER) ?? '[]')
    return token === getToken() ? email : undefined
  } catch {
    return undefined
  }
}

/**
 * @param email the token itself where the host does not tell the email
 * @throws where the browser's storage is full or forbidden
 */
export function storeToken(token: string, email: string): void {
  localStorage.setItem(USER, JSON.stringify([token, email.trim().toLowerCase()]))
  localStorage.setItem(NAME, token)
  emailLastSeen = getEmail()
  notify()
}

export function forgetToken(): void {
  localStorage.removeItem(USER)
  localStorage.removeItem(NAME)
  signOuts += 1
  notify()
}

/** How often a session was left in this page's life, in whichever tab it was. */
export function getSignOuts(): number {
  return signOuts
}

/** Calls the listener when the token changes, here or in another tab. */
export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', onStorage)
    addEventListener('pagehide', onPageHide)
    addEventListener('pageshow', onPageShow)
  }
  emailLastSeen = getEmail()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', onStorage)
    removeEventListener('pagehide', onPageHide)
    removeEventListener('pageshow', onPageShow)
  }
}

let emailLastSeen: string | undefined

function onStorage({ key, newValue }: StorageEvent): void {
  if (key === NAME || key === null) changedElsewhere(newValue)
}

// A page in the back/forward cache sleeps through other tabs' changes: it compares when it wakes.
let tokenAtPageHide: string | null = null

function onPageHide(): void {
  tokenAtPageHide = getToken()
}

function onPageShow({ persisted }: PageTransitionEvent): void {
  const token = getToken()
  if (persisted && token !== tokenAtPageHide) changedElsewhere(token)
}

/** Another tab's login renews a session; as somebody else it ends this one. */
function changedElsewhere(token: string | null): void {
  const email = getEmail()
  const isSomebodyElse = email !== undefined && emailLastSeen !== undefined && email !== emailLastSeen
  if (token === null || isSomebodyElse) signOuts += 1
  emailLastSeen = email
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}
