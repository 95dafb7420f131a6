type Titled = { title: string }

export function search<Note extends Titled>(notes: Note[], query: string): Note[] {
  const folded = foldForSearch(query)
  return folded === '' ? notes : notes.filter((note) => foldedTitle(note).includes(folded))
}

export function foldedTitle(note: Titled): string {
  let folded = foldedTitles.get(note)
  if (folded === undefined) {
    folded = foldForSearch(note.title)
    foldedTitles.set(note, folded)
  }
  return folded
}

const foldedTitles = new WeakMap<Titled, string>()

/** Folds case, Spanish accents and white space. Lower, then upper case: 'ß' matches 'SS', and 'ς' matches 'σ'. */
function foldForSearch(text: string): string {
  return text
    .toLowerCase()
    .toUpperCase()
    .normalize('NFD')
    .replace(/([AEIOU])\u0301|(U)\u0308|(I)\u0307/g, '$1$2$3')
    .replace(/\s/g, ' ')
    .normalize('NFC')
}
