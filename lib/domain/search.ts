/**
 * Text as the search compares it: without case and Spanish accents, `ü` as `u`, and `ñ` apart from `n`.
 */
function foldForSearch(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/([aeiou])\u0301|(u)\u0308/g, '$1$2')
    .normalize('NFC')
}

export type Titled = { title: string }

/** Folded once, for as long as the notes are there. */
const foldedTitles = new WeakMap<Titled, string>()

export function foldedTitle(note: Titled): string {
  let folded = foldedTitles.get(note)
  if (folded === undefined) {
    folded = foldForSearch(note.title)
    foldedTitles.set(note, folded)
  }
  return folded
}

/** The notes whose title contains the query, in their order; an empty query finds them all. */
export function search<Note extends Titled>(notes: Note[], query: string): Note[] {
  const wanted = foldForSearch(query)
  return wanted === '' ? notes : notes.filter((note) => foldedTitle(note).includes(wanted))
}
