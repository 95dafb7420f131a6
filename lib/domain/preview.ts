const PREVIEW_LENGTH = 50

/** UTF-16 code units: without the limit, a letter with 200,000 accents would be a preview of one character. */
const MAX_UNITS = 1000

const PLAIN = /^[\t\n -\u02ff]*$/

/** Created for the first text that needs it, since that takes 12 ms. */
let segmenter: Intl.Segmenter | undefined

type Preview = { text: string; isCut: boolean }

export function previewOf(content: string, length = PREVIEW_LENGTH): Preview {
  const end = endOfPreview(content, length)
  const isCut = end < content.length
  // The cut may have left half a surrogate pair.
  return { text: isCut ? `${content.slice(0, end).replace(/\p{Cs}$/u, '')}...` : content, isCut }
}

function endOfPreview(content: string, length: number): number {
  if (PLAIN.test(content.slice(0, length + 1))) return length
  segmenter ??= new Intl.Segmenter('es')
  let count = 0
  for (const { index } of segmenter.segment(content.slice(0, MAX_UNITS))) {
    if (count++ === length) return index
  }
  return MAX_UNITS
}
