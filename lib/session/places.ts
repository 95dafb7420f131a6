import { readStored } from '@/lib/read-stored'
import { getUser } from './token'

export const PLACES = 'notas-places'

const MAX_NOTES = 100

/** Where a user was in a note: `caret` in its content of that length, `top` in pixels from the top of the page. */
export type Place = { noteId: string; caret: number; length: number; top: number }

type Places = [user: string | null, ...places: Place[]]

export function findPlace(noteId: string): Place | undefined {
  return ownPlaces().find((place) => place.noteId === noteId)
}

/** Stores nothing if the user is no longer signed in. */
export function storePlace(user: string | null, place: Place): void {
  if (user === null || user !== getUser()) return
  const others = ownPlaces().filter(({ noteId }) => noteId !== place.noteId)
  try {
    localStorage.setItem(PLACES, JSON.stringify([user, place, ...others.slice(0, MAX_NOTES - 1)]))
  } catch {} // the storage is full
}

function ownPlaces(): Place[] {
  const [user, ...places] = readStored<Places>(PLACES) ?? []
  return user === getUser() ? places : []
}
