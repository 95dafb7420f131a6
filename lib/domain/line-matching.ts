import { diffArrays } from 'diff'

export type Chunk = { base: string[]; mine: string[]; theirs: string[] }

/** Added and deleted lines beyond which two versions are not compared: time grows with the square, to some 0.2 s. */
const MAX_EDITS = 1_000

/** Cuts three versions of a text before and after the lines that are in all of them. Joined, the chunks are the text. */
export function chunksOf(text: Chunk): Chunk[] {
  const [inMine, inTheirs] = [matchLines(text.base, text.mine), matchLines(text.base, text.theirs)]
  const chunks: Chunk[] = []
  let start = { base: 0, mine: 0, theirs: 0 }
  let end = start
  for (const [base, mine = -1] of inMine.entries()) {
    const theirs = inTheirs[base] ?? -1
    if (mine < 0 || theirs < 0) continue
    if (base > end.base || mine > end.mine || theirs > end.theirs) {
      cutAt(end)
      cutAt({ base, mine, theirs })
    }
    end = { base: base + 1, mine: mine + 1, theirs: theirs + 1 }
  }
  cutAt(end)
  cutAt({ base: text.base.length, mine: text.mine.length, theirs: text.theirs.length })
  return chunks

  function cutAt(next: typeof start) {
    chunks.push({
      base: text.base.slice(start.base, next.base),
      mine: text.mine.slice(start.mine, next.mine),
      theirs: text.theirs.slice(start.theirs, next.theirs),
    })
    start = next
  }
}

function matchLines(text: string[], other: string[]): number[] {
  let [start, end, otherEnd] = [0, text.length, other.length]
  while (start < end && start < otherEnd && text[start] === other[start]) start++
  while (start < end && start < otherEnd && text[end - 1] === other[otherEnd - 1]) {
    end--
    otherEnd--
  }
  const changes = [
    { added: false, removed: false, count: start },
    ...fewestChanges(text.slice(start, end), other.slice(start, otherEnd)),
    { added: false, removed: false, count: text.length - end },
  ]
  let position = 0
  return changes.flatMap(({ added, removed, count }) => {
    const positions = added
      ? []
      : Array.from({ length: count }, (_, line) => (removed ? -1 : position + line))
    if (!removed) position += count
    return positions
  })
}

/** Compares from both ends: among equal lines, only one of them may see a changed line as one change and not two. */
function fewestChanges(text: string[], other: string[]) {
  const forward = diffArrays(text, other, { maxEditLength: MAX_EDITS })
  const backward =
    forward && diffArrays([...text].reverse(), [...other].reverse(), { maxEditLength: MAX_EDITS })
  if (!backward)
    return [
      { added: false, removed: true, count: text.length },
      { added: true, removed: false, count: other.length },
    ]
  return backward.length < forward.length ? backward.reverse() : forward
}
