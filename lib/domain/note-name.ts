import { untitled } from './messages/notes'
import type { NoteText } from './note'
import { previewOf } from './preview'
import { visibleTitle } from './title'

const TITLE_LENGTH = 500

/** Title of a note, else how it begins: what a sentence calls it. */
export function nameOf(note: NoteText, length?: number): string {
  return (
    previewOf(visibleTitle(note), TITLE_LENGTH).text ||
    previewOf(note.content.trim(), length).text ||
    untitled
  )
}
