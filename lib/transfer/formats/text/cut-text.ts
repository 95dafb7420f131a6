/** Cuts a text into pieces of at most `maxLength` code points, where it can at the end of a line. */
export function cutText(text: string, maxLength: number): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > maxLength) {
    const end = endOfPiece(rest, maxLength)
    if (end === rest.length) break
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...pieces, rest]
}

function endOfPiece(text: string, maxLength: number): number {
  const limit = indexOfCodePoint(text, maxLength)
  if (limit === text.length) return limit
  const lineEnd = text.lastIndexOf('\n', limit - 1) + 1
  if (lineEnd > limit / 2) return lineEnd
  return new Intl.Segmenter('es').segment(text).containing(limit)?.index || limit
}

function indexOfCodePoint(text: string, count: number): number {
  let index = 0
  for (let left = count; left > 0 && index < text.length; left--) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
  }
  return index
}
