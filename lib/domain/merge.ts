import { type Chunk, chunksOf } from './line-matching'
import type { NoteText } from './note'

const MINE_BEGINS = '— Mi versión —'
const THEIRS_BEGINS = '— La otra versión —'
const CONFLICT_ENDS = '— Fin —'

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
