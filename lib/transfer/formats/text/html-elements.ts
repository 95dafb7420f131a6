import { Parser } from 'htmlparser2'

/** Deeper lists, cells and elements count as of this level: each level repeats what is inside it. */
export const MAX_NESTING = 50

export type HtmlElement = {
  name: string
  classes: string[]
  address: string
  innerHtml: string
}

export function elementsIn(html: string): HtmlElement[] {
  const elements: HtmlElement[] = []
  const open: (Omit<HtmlElement, 'innerHtml'> & { start: number })[] = []
  const parser = new Parser({
    onopentag(name, { class: classes = '', href = '', src = '' }) {
      open.push({ name, classes: classes.split(/\s+/), address: href || src, start: parser.endIndex + 1 })
    },
    onclosetag() {
      const element = open.pop()
      if (!element || open.length >= MAX_NESTING) return
      const { start, ...rest } = element
      elements.push({ ...rest, innerHtml: html.slice(start, parser.startIndex) })
    },
  })
  parser.end(html)
  return elements
}
