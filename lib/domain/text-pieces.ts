/** Slow to lay out in great numbers, like emoji: all but Latin, Greek, Cyrillic and East Asian letters. */
const COSTLY = /[^\t -\u02ff\u0370-\u0481\u2010-\u2027\u3041-\u3096\u30a0-\u9fff\uac00-\ud7a3]/

/** Costly characters of one line, or of several with the same sum of squares. Layout takes about 0.15 s. */
const MAX_COSTLY = 8000

/** Chromium takes 0.15 s for each key at the end of a field with so many lines. */
const MAX_LINES = 4000

const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/
const MAX_BIDI_CONTROLS = 1000

/** Marks, joiners or skin tones in one place: layout takes the square of their number. */
const LONG_CLUSTER = /[\p{M}\p{Cf}\p{Emoji_Modifier}]{50}|\p{Emoji_Modifier}{5}/u

const MAX_PIECE_COSTLY = 400
const MAX_PIECE_UNITS = 20_000

export function isSlowToShow(text: string): boolean {
  const lines = text.split('\n', MAX_LINES + 1)
  if (lines.length > MAX_LINES) return true
  if (text.split(BIDI_CONTROL, MAX_BIDI_CONTROLS + 1).length > MAX_BIDI_CONTROLS) return true
  let squares = 0
  for (const line of lines) {
    squares += (line.split(COSTLY, MAX_COSTLY + 2).length - 1) ** 2
    if (squares > MAX_COSTLY ** 2) return true
  }
  return LONG_CLUSTER.test(text)
}

/** Takes pieces that are quick to lay out from the start of a text. */
export function takePieces(count: number, text: string): { pieces: string[]; rest: string } {
  const pieces: string[] = []
  let start = 0
  while (pieces.length < count && start < text.length) {
    const end = endOfPiece(text, start)
    pieces.push(text.slice(start, end))
    start = end
  }
  return { pieces, rest: text.slice(start) }
}

function endOfPiece(text: string, start: number): number {
  const limit = limitOfPiece(text, start)
  if (limit === text.length) return limit
  const half = (start + limit) / 2
  const ends = ['\n', ' '].map((separator) => text.lastIndexOf(separator, limit - 1) + 1)
  return ends.find((end) => end > half) ?? (splitsPair(text, limit) ? limit - 1 : limit)
}

function limitOfPiece(text: string, start: number): number {
  const longest = Math.min(start + MAX_PIECE_UNITS, text.length)
  const costly = new RegExp(COSTLY, 'g')
  costly.lastIndex = start
  for (let count = 0; count < MAX_PIECE_COSTLY; count++) {
    if (!costly.test(text) || costly.lastIndex >= longest) return longest
  }
  return costly.lastIndex
}

export function splitsPair(text: string, index: number): boolean {
  return /[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(index - 1, index + 1))
}
