import { withoutDetails } from './details.ts'
import type { Steps } from './steps.ts'
import type { NoteText } from './survey.ts'

export type SourceNote = { text: NoteText }

type Normalize = (text: NoteText) => NoteText

/**
 * Finds a note for each source: an equal one, or else one that is equal when both are normalized, or else without what an
 * import has added. Among equal sources, newest first, the older ones are found: an interrupted import has sent them.
 */
export function* matchNotes<Source extends SourceNote, Note extends NoteText>(
  sources: Source[],
  notes: Note[],
  normalized: Normalize = asItIs,
): Steps<Map<Source, Note>> {
  const matches = new Map<Source, Note>()
  const free = new Set(notes)
  const oldestFirst = [...sources].reverse()

  for (const normalize of [asItIs, normalized, (text: NoteText) => withoutFooter(normalized(text))]) {
    const notesByKey = new Map<string, Note[]>()
    for (const note of free) {
      yield
      const key = keyOf(normalize(note))
      const equal = notesByKey.get(key)
      if (equal) equal.push(note)
      else notesByKey.set(key, [note])
    }
    for (const source of oldestFirst) {
      if (matches.has(source)) continue
      yield
      const note = notesByKey.get(keyOf(normalize(source.text)))?.pop()
      if (!note) continue
      matches.set(source, note)
      free.delete(note)
    }
  }
  return matches
}

function asItIs(text: NoteText): NoteText {
  return text
}

function withoutFooter({ title, content }: NoteText): NoteText {
  return { title, content: withoutDetails(content).trimEnd() }
}

function keyOf({ title, content }: NoteText): string {
  return `${title.length} ${title}${content}`
}
