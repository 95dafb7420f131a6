import { createHash } from 'node:crypto'

export type NoteText = { title: string; content: string }

/** The title says what the content must be, to the last byte: of two writes mixed up, something is wrong. */
export function textOf(mark: string, length: number): NoteText {
  return { title: `${mark} de ${length}`, content: contentOf(mark, length) }
}

export function isWhole({ title, content }: NoteText): boolean {
  const [, mark, length] = /^(.+) de (\d+)$/.exec(title) ?? []
  return mark !== undefined && content === contentOf(mark, Number(length))
}

function contentOf(mark: string, length: number): string {
  const line = `${mark} ñ€😀 ${createHash('sha256').update(`${mark} ${length}`).digest('base64')}\n`
  return line
    .repeat(Math.ceil(length / line.length))
    .slice(0, length)
    .toWellFormed()
}
