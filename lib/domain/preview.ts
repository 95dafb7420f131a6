const PREVIEW_LENGTH = 50

const segmenter = new Intl.Segmenter('es')

type Preview = { text: string; isCut: boolean }

export function previewOf(content: string): Preview {
  if (content.length <= PREVIEW_LENGTH) return { text: content, isCut: false }

  let count = 0
  for (const { index } of segmenter.segment(content)) {
    if (count === PREVIEW_LENGTH) return { text: `${content.slice(0, index)}...`, isCut: true }
    count += 1
  }
  return { text: content, isCut: false }
}
