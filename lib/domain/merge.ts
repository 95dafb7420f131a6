import { diffArrays } from 'diff'
import type { NoteText } from './note'

const MINE_BEGINS = '— Mi versión —'
const THEIRS_BEGINS = '— La otra versión —'
const CONFLICT_ENDS = '— Fin —'

/** Added and deleted lines beyond which two versions are not compared: time grows with the square, to some 0.2 s. */
const MAX_EDITS = 1_000

type Chunk = { base: string[]; mine: string[]; theirs: string[] }

export type Merged = { text: NoteText; hasConflicts: boolean }

export function mergeNotes(base: NoteText, mine: NoteText, theirs: NoteText): Merged {
  const title = mergeTitles(base.title, mine.title, theirs.title)
  const content = mergeContents(base.content, mine.content, theirs.content)
  return {
    text: { title: title.text, content: content.text },
    hasConflicts: title.hasConflicts || content.hasConflicts,
  }
}

function mergeTitles(base: string, mine: string, theirs: string) {
  if (mine === theirs || theirs === base) return { text: mine, hasConflicts: false }
  if (mine === base) return { text: theirs, hasConflicts: false }
  return { text: `${mine} / ${theirs}`, hasConflicts: true }
}

function mergeContents(base: string, mine: string, theirs: string) {
  const versions = { base: base.split('\n'), mine: mine.split('\n'), theirs: theirs.split('\n') }
  let hasConflicts = false
  const merged = chunksOf(versions).flatMap((chunk) => {
    const agreed = withoutConflict(chunk)
    if (agreed) return agreed
    hasConflicts = true
    return [MINE_BEGINS, ...chunk.mine, THEIRS_BEGINS, ...chunk.theirs, CONFLICT_ENDS]
  })
  return { text: merged.join('\n'), hasConflicts }
}

function withoutConflict({ base, mine, theirs }: Chunk): string[] | undefined {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine
  if (isSame(mine, base)) return theirs
}

function isSame(lines: string[], others: string[]): boolean {
  return lines.length === others.length && lines.every((line, place) => line === others[place])
}

/** Cuts three versions of a text before and after the lines that are in all of them. Joined, the chunks are the text. */
function chunksOf(text: Chunk): Chunk[] {
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

/** Compares from both ends: among equal lines, only one direction may see a changed line as one change, not two. */
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
