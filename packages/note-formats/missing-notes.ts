import type { NoteText } from './survey.ts'

/** Work in steps of microseconds, between which a page can pause. `resultOf` takes them all at once. */
export type Steps<Result> = Generator<undefined, Result>

export function resultOf<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Note to import. `alternative` is another text under which it may have been imported before. */
export type SourceNote = { text: NoteText; alternative?: NoteText | undefined }

type Normalize = (text: NoteText) => NoteText

/** Sources that `notes` lack. Among equal sources, newest first, the host has the older ones: an interrupted import has sent them. */
export function* missingNotes<Source extends SourceNote>(
  sources: Source[],
  notes: NoteText[],
  normalize?: Normalize,
): Steps<Source[]> {
  const matches = yield* matchNotes([...sources].reverse(), notes, normalize)
  return sources.filter((source) => !matches.has(source))
}

/** Finds a note for each source: an equal one, or else one that is equal when both are normalized. */
export function* matchNotes<Source extends SourceNote, Note extends NoteText>(
  sources: Source[],
  notes: Note[],
  normalized?: Normalize,
): Steps<Map<Source, Note>> {
  const matches = new Map<Source, Note>()
  const free = new Set(notes)

  for (const normalize of [asItIs, ...(normalized ? [normalized] : [])]) {
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

function asItIs(text: NoteText): NoteText {
  return text
}

/** Texts of a source, longer ones first: fewer sources match a text with a footer than the one without. */
function textsOf({ text, alternative }: SourceNote): NoteText[] {
  if (!alternative) return [text]
  return text.content.length < alternative.content.length ? [alternative, text] : [text, alternative]
}

function keyOf({ title, content }: NoteText): string {
  return `${title.length} ${title}${content}`
}
