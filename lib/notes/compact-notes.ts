import { type Note, type NoteText, normalizedForForm } from '@/lib/domain/note'

/** Notes at the start of a list that stay as they are: they weigh little, and their cards are drawn first. */
const MAX_PLAIN = 1000

const SMALLEST_BUFFER = 2 ** 12
const LARGEST_BUFFER = 2 ** 18

/** A UTF-16 code unit has at most three bytes in UTF-8. */
const BYTES_OF_UNIT = 3

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true }) // a content may begin with U+FEFF

/** Note whose content is decoded at each access. Its fields cannot be spread or cloned: `rawTextOf` gives a copy. */
class CompactNote implements Note {
  constructor(
    readonly _id: string,
    readonly title: string,
    private readonly rawTitle: string,
    private readonly bytes: Uint8Array,
    private readonly from: number,
    private readonly to: number,
  ) {}

  get content(): string {
    return normalizedForForm(this.raw).content
  }

  get raw(): NoteText {
    const content = decoder.decode(this.bytes.subarray(this.from, this.to))
    return { title: this.rawTitle, content }
  }
}

/** Keeps contents as UTF-8, many in one buffer: of a text with a single '€', V8 keeps two bytes a letter. */
export function compactingNotes(plain = MAX_PLAIN): (note: Note) => Note {
  let buffer = new Uint8Array()
  let used = 0
  let count = 0

  return (note) => {
    const { title, content } = note.raw ?? note
    if (++count <= plain || !content.isWellFormed()) return note
    const most = BYTES_OF_UNIT * content.length
    if (most > LARGEST_BUFFER) {
      const bytes = encoder.encode(content)
      return new CompactNote(note._id, note.title, title, bytes, 0, bytes.length)
    }
    if (most > buffer.length - used) {
      const size = Math.min(LARGEST_BUFFER, Math.max(SMALLEST_BUFFER, 2 * buffer.length, most))
      buffer = new Uint8Array(size)
      used = 0
    }
    const from = used
    used += encoder.encodeInto(content, buffer.subarray(from)).written
    return new CompactNote(note._id, note.title, title, buffer, from, used)
  }
}
