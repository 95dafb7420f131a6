const BOX = /(?<=^[ \t]*)((?:[-*] )?\[[ xX]\])(?!\S)/m

/** Divides a text: every second part is a box, such as '- [x]'. */
export function partsWithBoxes(text: string): string[] {
  return text.split(BOX)
}
