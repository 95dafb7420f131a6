import { withoutDetails } from './details.ts'
import type { Steps } from './steps.ts'
import type { NoteText } from './survey.ts'

export type SourceNote = { text: NoteText }

type Normalize = (text: NoteText) => NoteText

/** Sources that `notes` lack, newest first. The oldest of equal ones are sent first, so after an interruption the host has those. */
export function* missingNotes<Source extends SourceNote>(
  sources: Source[],
  notes: NoteText[],
  normalize?: Normalize,
): Steps<Source[]> {
  const matches = yield* matchNotes([...sources].reverse(), notes, normalize)
  return sources.filter((source) => !matches.has(source))
}

/** Finds a note for each source: an equal one, or else one that is equal when both are normalized, or else without what an import has added. */
export function* matchNotes<Source extends SourceNote, Note extends NoteText>(
  sources: Source[],
  notes: Note[],
  normalized: Normalize = asItIs,
): Steps<Map<Source, Note>> {
  const matches = new Map<Source, Note>()
  const free = new Set(notes)

  for (const normalize of [asItIs, normalized, (text: NoteText) => withoutFooter(normalized(text))]) {
    const notesByKey = new Map<string, Note[]>()
    for (const note of free) {
      yield
      const key = keyOf(normalize(note))
      const equal = notesByKey.get(key)
      if (equal) equal.push(note)
      else notesByKey.set(key, [note])
    }
    for (const source of sources) {
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
