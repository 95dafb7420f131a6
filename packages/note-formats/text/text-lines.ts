import { tickBox } from './plain-marks.ts'

const BOX = /\[[ x]\] $/

export class TextLines {
  private lines: string[] = []
  private line = ''
  private endsInSpace = false
  /** Precedes the next line: the marker of a list's item, then spaces of its length. */
  private marker = ''
  private hasNewMarker = false
  private wantsBlankLine = false
  /** Spaces before each line of indented paragraphs. */
  indent = ''

  /** Takes the most spaces that it puts before a line. */
  constructor(private readonly maxSpaces: number) {}

  /** How many spaces a text within its next line may put before its own. */
  get room(): number {
    return Math.max(0, this.maxSpaces - this.before.length)
  }

  private get before(): string {
    const before = this.indent + this.marker
    const excess = before.length - before.trimStart().length - this.maxSpaces
    return before.slice(Math.max(0, excess))
  }

  add(text: string) {
    const words = text.replace(/[ \t\n\r\f]+/g, ' ')
    this.append(this.line === '' || this.endsInSpace ? words.replace(/^ /, '') : words)
  }

  addExactly(text: string) {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.endLine()
      this.append(line)
    }
  }

  private append(text: string) {
    if (text === '') return
    this.line += text
    this.endsInSpace = text.endsWith(' ')
  }

  addTodo(isChecked: boolean) {
    // The item's own box is the one that its application shows.
    if (this.line === '' && this.hasNewMarker && BOX.test(this.marker)) {
      this.marker = this.marker.replace(BOX, tickBox(isChecked))
      return
    }
    const dash = this.line === '' && !this.hasNewMarker ? '- ' : ''
    this.append(dash + tickBox(isChecked))
  }

  endLine() {
    if (this.wantsBlankLine && this.lines.length > 0 && this.lines.at(-1) !== '') this.lines.push('')
    this.wantsBlankLine = false
    this.lines.push((this.before + this.line).replaceAll('\u00a0', ' ').trimEnd())
    this.line = ''
    this.marker = ' '.repeat(this.marker.length)
    this.hasNewMarker = false
  }

  endBlock() {
    if (this.line !== '') this.endLine()
  }

  endParagraph() {
    this.endBlock()
    this.wantsBlankLine = true
  }

  startItem(marker: string) {
    this.endBlock()
    this.marker = marker
    this.hasNewMarker = true
  }

  endItem() {
    this.endBlock()
    if (this.hasNewMarker) this.endLine()
  }

  endList(indent: string) {
    this.endBlock()
    this.marker = indent
  }

  toString(): string {
    this.endBlock()
    return this.lines.join('\n').replace(/^\n+/, '').trimEnd()
  }
}
