import { type Handler, Parser, type ParserOptions } from 'htmlparser2'

/** Deeper elements end where they begin, and what is in them is in the last one before: each open one makes all others slower. */
const MAX_DEPTH = 500

export class ShallowParser extends Parser {
  private readonly depth: { open: number }
  private isTooDeep = false

  constructor(handler: Partial<Handler>, options?: ParserOptions) {
    const depth = { open: 0 }
    super(
      {
        ...handler,
        onopentag(name, attributes, isImplied) {
          depth.open++
          handler.onopentag?.(name, attributes, isImplied)
        },
        onclosetag(name, isImplied) {
          depth.open--
          handler.onclosetag?.(name, isImplied)
        },
      },
      options,
    )
    this.depth = depth
  }

  override onopentagname(start: number, end: number): void {
    this.isTooDeep = this.depth.open >= MAX_DEPTH
    super.onopentagname(start, end)
  }

  override onclosetag(start: number, end: number): void {
    this.isTooDeep = false
    super.onclosetag(start, end)
  }

  protected override isVoidElement(name: string): boolean {
    return this.isTooDeep || super.isVoidElement(name)
  }
}
