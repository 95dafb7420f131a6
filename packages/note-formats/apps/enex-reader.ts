import { MEBIBYTE, type TextBudget } from '../entry.ts'
import { ReadError, reasonOf } from '../reason.ts'
import { encodingOf } from '../text/decode-text.ts'
import type { Words } from '../words.ts'
import { enexNote } from './enex-note.ts'
import type { FoundNotes } from './found-note.ts'

const MAX_NOTE_MEBIBYTES = 8
const MAX_NOTE_LENGTH = MAX_NOTE_MEBIBYTES * MEBIBYTE

const MARK = /<data[\s>]|<\/note>/
const DATA_END = /<\/data>/
const MARK_LENGTH = '</note>'.length

/** Reads note by note, without the data of attachments: the file may be larger than the memory. */
export async function readEnex(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  words: Words,
  budget: TextBudget,
  onNotes: (count: number) => void,
): Promise<FoundNotes> {
  const found: FoundNotes = { format: 'evernote', notes: [], problems: [] }
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let unread = ''
  let note = ''
  let isInData = false
  let isTooLarge = false

  function readToMark(): string | undefined {
    const [mark] = (isInData ? DATA_END : MARK).exec(unread) ?? []
    const end = mark ? unread.indexOf(mark) : Math.max(0, unread.length - MARK_LENGTH)
    if (!isInData) keep(unread.slice(0, end))
    unread = unread.slice(end + (mark?.length ?? 0))
    return mark
  }

  function keep(text: string) {
    note += text
    budget.spend(text.length)
    if (note.length <= MAX_NOTE_LENGTH) return
    note = ''
    isTooLarge = true
  }

  function endNote() {
    try {
      if (isTooLarge) throw new ReadError('too-large', { detail: MAX_NOTE_MEBIBYTES })
      found.notes.push(enexNote(note, words))
    } catch (cause) {
      const position = found.notes.length + found.problems.length + 1
      found.problems.push({ path, note: position, ...reasonOf(cause, 'note-damaged') })
    }
    note = ''
    isTooLarge = false
  }

  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encodingOf(chunk))
      unread += decoder.decode(chunk, { stream: true })
      for (let mark = readToMark(); mark; mark = readToMark()) {
        if (mark === '</note>') endNote()
        else isInData = !isInData
      }
      onNotes(found.notes.length)
    }
    if (!`${note}${unread}`.includes('</en-export>')) throw new ReadError('cut-off')
  } catch (cause) {
    found.problems.push({ path, ...reasonOf(cause, 'file-damaged') })
  }
  return found
}
