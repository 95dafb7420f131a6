import { readStored } from '@/lib/read-stored'
import { getUser } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'

type Searches = [user: string | null, ...queries: string[]]

const NAME = 'notas-searches'

const searches = userState<Searches | undefined>(() => undefined, forget)

/** Stores the search of this history entry, whose state has only its index, never the text. */
export function keepSearch(query: string | null): void {
  const { state } = history
  if (!query && !state?.search) return
  const own = ownSearches()
  const place = state?.search ?? own.length
  own[place] = query ?? ''
  searches.set(own)
  try {
    sessionStorage.setItem(NAME, JSON.stringify(own))
  } catch {} // it does not outlive a reload
  if (place !== state?.search) history.replaceState({ ...state, search: place }, '')
}

/** Search that the list of this history entry had, or the list in which its note was opened; null if none. */
export function keptSearch(): string | null {
  return ownSearches()[history.state?.search] || null
}

function ownSearches(): Searches {
  const user = getUser()
  const known = searches.get() ?? readStored<Searches>(NAME, () => sessionStorage)
  return known?.[0] === user ? known : [user]
}

function forget(): void {
  try {
    sessionStorage.removeItem(NAME)
  } catch {} // the browser forbids the storage
}
