import { endSession, getEmail, getToken, hasEnded, notify, onSessionChange, sessionToken } from './token'

let isWatching = false
let emailLastSeen: string | undefined

export function subscribe(listener: () => void): () => void {
  if (!isWatching) watch()
  return onSessionChange(listener)
}

function watch(): void {
  isWatching = true
  seeEmail()
  onSessionChange(seeEmail)
  addEventListener('storage', onStorage)
  addEventListener('pageshow', onPageShow)
}

function seeEmail(): void {
  emailLastSeen = getEmail()
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key === 'token' || key === null) onOtherTab(newValue)
  else if (hasEnded()) notify()
}

function onPageShow({ persisted }: PageTransitionEvent): void {
  const token = getToken()
  if (persisted && token !== sessionToken) onOtherTab(token)
}

function onOtherTab(token: string | null): void {
  const email = getEmail()
  const isOtherUser = email !== undefined && emailLastSeen !== undefined && email !== emailLastSeen
  if (token === null || isOtherUser) endSession()
  else notify()
}
