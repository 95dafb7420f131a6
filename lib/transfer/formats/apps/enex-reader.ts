import { cutOff, damagedNote, noteInFile, tooLarge } from '@/lib/domain/messages/transfer-formats'
import { ReadError, reasonOf, type TextBudget } from '../entry'
import { encodingOf } from '../text/decode-text'
import { enexNote } from './enex-note'
import type { FoundNotes } from './found-note'

const MAX_NOTE_MEBIBYTES = 8
const MAX_NOTE_LENGTH = MAX_NOTE_MEBIBYTES * 1024 * 1024

const MARK = /<data[\s>]|<\/note>/
const MARK_LENGTH = '</note>'.length
const DATA_END = '</data>'

export async function readEnex(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  budget: TextBudget,
  onNotes: (count: number) => void,
): Promise<FoundNotes> {
  const found: FoundNotes = { format: 'evernote', notes: [], problems: [] }
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let unread = ''
  let note = ''
  let isInData = false
  let isTooLarge = false
  let count = 0

  function skipData(): boolean {
    const end = unread.indexOf(DATA_END)
    unread = unread.slice(end < 0 ? 1 - DATA_END.length : end + DATA_END.length)
    isInData = end < 0
    return end >= 0
  }

  function readToMark(): boolean {
    const mark = MARK.exec(unread)
    const end = mark?.index ?? Math.max(0, unread.length - MARK_LENGTH)
    keep(unread.slice(0, end))
    unread = unread.slice(end + (mark?.[0].length ?? 0))
    if (mark?.[0] === '</note>') endNote()
    else isInData = mark !== null
    return mark !== null
  }

  function keep(text: string) {
    note += text
    budget.spend(text.length)
    if (note.length <= MAX_NOTE_LENGTH) return
    note = ''
    isTooLarge = true
  }

  function endNote() {
    count++
    try {
      if (isTooLarge) throw new ReadError(tooLarge(MAX_NOTE_MEBIBYTES))
      found.notes.push(enexNote(note))
    } catch (cause) {
      found.problems.push({ path: noteInFile(path, count), reason: reasonOf(cause, damagedNote) })
    }
    note = ''
    isTooLarge = false
  }

  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encodingOf(chunk))
      unread += decoder.decode(chunk, { stream: true })
      while (isInData ? skipData() : readToMark()) {}
      onNotes(found.notes.length)
    }
    if (!`${note}${unread}`.includes('</en-export>')) throw new ReadError(cutOff)
  } catch (cause) {
    if (!(cause instanceof ReadError)) throw cause
    found.problems.push({ path, reason: cause.message })
  }
  return found
}
