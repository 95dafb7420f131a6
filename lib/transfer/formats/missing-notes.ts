import { type NoteText, normalizedForForm } from '@/lib/domain/note'

/** Work in steps of microseconds, between which a page can pause. */
export type Steps<Result> = Generator<undefined, Result>

export function resultOf<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Note to import. `alternative` is another text under which it may have been imported before. */
export type SourceNote = { text: NoteText; alternative?: NoteText | undefined }

/** Among equal sources, newest first, the host has the older ones: an interrupted import has sent them. */
export function* missingNotes<Source extends SourceNote>(
  sources: Source[],
  notes: NoteText[],
): Steps<Source[]> {
  const matches = yield* matchNotes([...sources].reverse(), notes)
  return sources.filter((source) => !matches.has(source))
}

export function* matchNotes<Source extends SourceNote, Note extends NoteText>(
  sources: Source[],
  notes: Note[],
): Steps<Map<Source, Note>> {
  const matches = new Map<Source, Note>()
  const free = new Set(notes)

  for (const normalize of [(text: NoteText) => text, normalizedForForm]) {
    const notesByKey = new Map<string, Note[]>()
    for (const note of free) {
      yield
      const key = keyOf(normalize(note))
      const equal = notesByKey.get(key)
      if (equal) equal.push(note)
      else notesByKey.set(key, [note])
    }
    for (let round = 0; round < 2 && free.size > 0; round += 1) {
      for (const source of sources) {
        if (matches.has(source)) continue
        yield
        const text = textsOf(source)[round]
        const note = text && notesByKey.get(keyOf(normalize(text)))?.pop()
        if (!note) continue
        matches.set(source, note)
        free.delete(note)
      }
    }
  }
  return matches
}

/** Texts of a source, longer ones first: fewer sources match a text with a footer than the one without. */
function textsOf({ text, alternative }: SourceNote): NoteText[] {
  if (!alternative) return [text]
  return text.content.length < alternative.content.length ? [alternative, text] : [text, alternative]
}

function keyOf({ title, content }: NoteText): string {
  return `${title.length} ${title}${content}`
}
