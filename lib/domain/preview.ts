const PREVIEW_LENGTH = 50

/** In UTF-16 code units. Without it, a letter with 200,000 accents would be a preview of one character. */
const MAX_UNITS = 1000

const segmenter = new Intl.Segmenter('es')

type Preview = { text: string; isCut: boolean }

export function previewOf(content: string): Preview {
  let end = MAX_UNITS
  let count = 0
  for (const { index } of segmenter.segment(content.slice(0, end))) {
    if (count++ === PREVIEW_LENGTH) {
      end = index
      break
    }
  }
  const isCut = end < content.length
  // The cut may have left half a surrogate pair.
  return { text: isCut ? `${content.slice(0, end).replace(/\p{Cs}$/u, '')}...` : content, isCut }
}
