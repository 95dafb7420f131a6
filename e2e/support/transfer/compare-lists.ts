import type { NoteText } from '@/lib/domain/note'

type Difference = {
  missing: number
  added: number
  /** Most places between a note in one list and in the other. */
  furthest: number
}

/** Compares the texts of two lists. Equal notes count as often as they are there. */
export function compareLists(before: NoteText[], after: NoteText[]): Difference {
  const places = new Map<string, number[]>()
  for (const [place, note] of after.entries()) {
    const key = keyOf(note)
    places.set(key, [...(places.get(key) ?? []), place])
  }
  const moves = before.map((note, place) => {
    const found = places.get(keyOf(note))?.shift()
    return found === undefined ? undefined : Math.abs(found - place)
  })
  const found = moves.filter((move) => move !== undefined)
  return {
    missing: before.length - found.length,
    added: after.length - found.length,
    furthest: found.reduce((most, move) => Math.max(most, move), 0),
  }
}

function keyOf({ title, content }: NoteText): string {
  return JSON.stringify([title, content])
}
