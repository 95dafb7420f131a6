import { isSameText, type Note, type NoteText } from '@/lib/domain/note'

/** Texts that a note may have: the last confirmed one, then those of unconfirmed writes since. Undefined if deleted. */
type States = (NoteText | undefined)[]

export type Model = {
  /** Ids of the notes, and of those that may be deleted. */
  ids: () => string[]
  isCertain: (id: string) => boolean
  created: (id: string, text: NoteText) => void
  maybeCreated: (text: NoteText) => void
  written: (id: string, text: NoteText | undefined) => void
  maybeWritten: (id: string, text: NoteText | undefined) => void
  /** False if the note can no longer, or not yet, be what a response shows. */
  isPossible: (id: string, shown: NoteText | undefined) => boolean
  complaints: (list: Note[]) => { lost: string[]; twice: string[] }
}

/** Tracks the texts that each note of a client may have. The client must send one request at a time. */
export function createModel(): Model {
  const notes = new Map<string, States>()
  const maybeCreated: NoteText[] = []

  function isPossible(id: string, shown: NoteText | undefined): boolean {
    const states = notes.get(id) ?? [undefined]
    const index = states.findLastIndex((state) => isSame(state, shown))
    // Once a response has shown a write, no later response may show an older text.
    if (index >= 0) notes.set(id, states.slice(index))
    return index >= 0
  }

  return {
    ids: () => [...notes].filter(([, states]) => states.some(Boolean)).map(([id]) => id),
    isCertain: (id) => notes.get(id)?.length === 1,
    created: (id, text) => notes.set(id, [text]),
    maybeCreated: (text) => maybeCreated.push(text),
    written: (id, text) => notes.set(id, [text]),
    maybeWritten: (id, text) => notes.get(id)?.push(text),
    isPossible,
    complaints(list) {
      const shown = new Map(list.map((note) => [note._id, note]))
      for (const note of list) {
        const created = maybeCreated.findIndex((text) => isSameText(text, note))
        if (notes.has(note._id) || created < 0) continue
        maybeCreated.splice(created, 1)
        notes.set(note._id, [note])
      }
      const known = [...notes.keys()].filter((id) => !isPossible(id, shown.get(id)))
      const invented = list.filter(({ _id }) => !notes.has(_id))
      const isTwice = ({ title }: Note) => list.filter((other) => other.title === title).length > 1
      return {
        lost: known.map(
          (id) => `${JSON.stringify(notes.get(id)?.map((text) => text?.title))}: ${shown.get(id)?.title}`,
        ),
        twice: [...invented, ...list.filter(isTwice)].map(({ title }) => title),
      }
    },
  }
}

function isSame(one: NoteText | undefined, other: NoteText | undefined): boolean {
  return one && other ? isSameText(one, other) : one === other
}
