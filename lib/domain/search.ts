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

/** Whether the title contains the query; an empty query matches every title. */
export function matchesSearch(title: string, query: string): boolean {
  return foldForSearch(title).includes(foldForSearch(query))
}
