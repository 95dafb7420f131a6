import { createHash } from 'node:crypto'
import type { NoteText } from '@/lib/domain/note'

/** A text whose title determines every byte of its content, so that `isWhole` detects a mix of two writes. */
export function textOf(mark: string, length: number): NoteText {
  return { title: `${mark} de ${length}`, content: contentOf(mark, length) }
}

export function isWhole({ title, content }: NoteText): boolean {
  const [, mark, length] = /^(.+) de (\d+)$/.exec(title) ?? []
  return mark !== undefined && content === contentOf(mark, Number(length))
}

/** Incompressible, so that a database needs the whole length. */
function contentOf(mark: string, length: number): string {
  const noise = createHash('shake256', { outputLength: length }).update(`${mark} ${length}`).digest('base64')
  return `${mark} ñ€😀\n${noise}`.slice(0, length).toWellFormed()
}
