import { isSlowToShow, splitsPair, takePieces } from './text-pieces'

export const OMITTED = '...'

const PIECES = 3
const CONTEXT_UNITS = 100

export function excerptOf(text: string, other: string): string[] {
  if (!isSlowToShow(text) && !isSlowToShow(other)) return text.split('\n')
  const start = startOfExcerpt(text, other)
  const { pieces, rest } = takePieces(PIECES, text.slice(start))
  const lines = pieces.flatMap((piece) => piece.replace(/\n$/, '').split('\n'))
  return [start > 0 ? [OMITTED] : [], lines, rest ? [OMITTED] : []].flat()
}

function startOfExcerpt(text: string, other: string): number {
  let difference = 0
  while (difference < text.length && text[difference] === other[difference]) difference++
  const line = text.lastIndexOf('\n', difference - 1) + 1
  const start = Math.max(0, difference - CONTEXT_UNITS, Math.min(line, difference))
  return splitsPair(text, start) ? start - 1 : start
}
