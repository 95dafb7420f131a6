import { cutOff, damagedNote, noteInFile, tooLarge } from '@/lib/domain/messages/transfer-formats'
import { ReadError, reasonOf } from '../entry'
import type { TextBudget } from '../file-chunks'
import { enexNote } from './enex-note'
import type { FoundNotes } from './found-note'

const MAX_NOTE_MEBIBYTES = 8
const MAX_NOTE_LENGTH = MAX_NOTE_MEBIBYTES * 1024 * 1024

const MARK = /<data[\s>]|<\/note>/
const MARK_LENGTH = '</note>'.length
const DATA_END = '</data>'

export class EnexReader {
  readonly found: FoundNotes = { format: 'evernote', notes: [], problems: [] }
  private decoder
  private unread = ''
  private note = ''
  private isInData = false
  private isTooLarge = false
  private count = 0

  constructor(
    private path: string,
    encoding: string,
    private budget: TextBudget,
  ) {
    this.decoder = new TextDecoder(encoding)
  }

  write(chunk: Uint8Array) {
    this.unread += this.decoder.decode(chunk, { stream: true })
    while (this.isInData ? this.skipData() : this.readToMark()) {}
  }

  end() {
    if (!`${this.note}${this.unread}`.includes('</en-export>')) this.report(this.path, cutOff)
  }

  private skipData(): boolean {
    const end = this.unread.indexOf(DATA_END)
    this.unread = this.unread.slice(end < 0 ? 1 - DATA_END.length : end + DATA_END.length)
    this.isInData = end < 0
    return end >= 0
  }

  private readToMark(): boolean {
    const mark = MARK.exec(this.unread)
    const end = mark?.index ?? Math.max(0, this.unread.length - MARK_LENGTH)
    this.keep(this.unread.slice(0, end))
    this.unread = this.unread.slice(end + (mark?.[0].length ?? 0))
    if (mark?.[0] === '</note>') this.endNote()
    else this.isInData = mark !== null
    return mark !== null
  }

  private keep(text: string) {
    this.note += text
    this.budget.spend(text.length)
    if (this.note.length <= MAX_NOTE_LENGTH) return
    this.note = ''
    this.isTooLarge = true
  }

  private endNote() {
    const name = noteInFile(this.path, ++this.count)
    try {
      if (this.isTooLarge) throw new ReadError(tooLarge(MAX_NOTE_MEBIBYTES))
      this.found.notes.push(enexNote(this.note))
    } catch (cause) {
      this.report(name, reasonOf(cause, damagedNote))
    }
    this.note = ''
    this.isTooLarge = false
  }

  private report(path: string, reason: string) {
    this.found.problems.push({ path, reason })
  }
}
