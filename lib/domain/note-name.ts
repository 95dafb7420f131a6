import { untitled } from './messages/notes'
import type { NoteText } from './note'
import { previewOf } from './preview'

const TITLE_LENGTH = 500

/** Title of a note, else how it begins: what a sentence calls it. */
export function nameOf({ title, content }: NoteText, length?: number): string {
  return previewOf(title, TITLE_LENGTH).text || previewOf(content.trim(), length).text || untitled
}
