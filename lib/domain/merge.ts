import { diff3MergeRegions } from 'node-diff3'
import { type Stretch, stretchesOf } from './line-matching'
import * as messages from './messages/editor'
import type { NoteText } from './note'

/** Where both changed the same lines, `hasConflicts`: there the text has both versions, one after the other. */
export type Merged = { text: NoteText; hasConflicts: boolean }

/** Joins two edits of one note, line by line: what only one side changed is as that side has it. */
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
  const numbers = new Map<string, number>()
  const whole = { base: numbered(base), mine: numbered(mine), theirs: numbered(theirs) }
  const lines = [...numbers.keys()]

  const merged: string[] = []
  let hasConflicts = false
  for (const stretch of compared(stretchesOf(whole, lines.length), lines.length)) {
    const agreed = linesWithoutConflict(stretch)
    if (agreed) keep(agreed)
    else {
      hasConflicts = true
      merged.push(messages.mineBegins)
      keep(stretch.mine)
      merged.push(messages.theirsBegins)
      keep(stretch.theirs)
      merged.push(messages.conflictEnds)
    }
  }
  return { text: merged.join('\n'), hasConflicts }

  function numbered(text: string): number[] {
    return text.split('\n').map((line) => {
      const known = numbers.get(line)
      if (known !== undefined) return known
      numbers.set(line, numbers.size)
      return numbers.size - 1
    })
  }

  function keep(kept: number[]) {
    for (const line of kept) merged.push(lines[line] as string)
  }
}

/** For a whole note: some 30 ms of the library, which 250 equal lines take up; its time grows with their cube. */
const STEP_BUDGET = 30_000_000

/** Compares what both changed; a stretch that would take the library too long is left whole. */
function compared(stretches: Stretch[], count: number): Stretch[] {
  const repeats = new Int32Array(count)
  let left = STEP_BUDGET
  return stretches.flatMap((stretch) => {
    if (linesWithoutConflict(stretch)) return [stretch]
    const steps = stepsToCompare(stretch, repeats)
    if (steps > left) return [stretch]
    left -= steps
    return regionsOf(stretch)
  })
}

/** At most: each line is sought in all its repeats, and for each in what the two texts have in common so far. */
function stepsToCompare({ base, mine, theirs }: Stretch, repeats: Int32Array): number {
  for (const line of base) repeats[line] = (repeats[line] as number) + 1
  const steps = stepsTo(mine) + stepsTo(theirs)
  for (const line of base) repeats[line] = 0
  return steps

  function stepsTo(other: number[]): number {
    let pairs = 0
    let common = 0
    for (const line of other) {
      pairs += repeats[line] as number
      if (repeats[line]) common += 1
    }
    return pairs * common
  }
}

function regionsOf({ base, mine, theirs }: Stretch): Stretch[] {
  return diff3MergeRegions(mine, base, theirs).map((region) =>
    region.stable
      ? { base: region.bufferContent, mine: region.bufferContent, theirs: region.bufferContent }
      : { base: region.oContent, mine: region.aContent, theirs: region.bContent },
  )
}

function linesWithoutConflict({ base, mine, theirs }: Stretch): number[] | undefined {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine
  if (isSame(mine, base)) return theirs
}

function isSame(lines: number[], others: number[]): boolean {
  return lines.length === others.length && lines.every((line, place) => line === others[place])
}
