import { diff3Merge } from 'node-diff3'
import type { NoteText } from './note'
import * as messages from './writing-messages'

/** Where both changed the same lines, `hasConflicts`: there the text has both versions, one after the other. */
export type Merged = { text: NoteText; hasConflicts: boolean }

/** Joins two edits of one note, line by line: what only one side changed is as that side has it. */
export function mergeNotes(base: NoteText, mine: NoteText, theirs: NoteText): Merged {
  const title = mergeTitles(base.title, mine.title, theirs.title)
  const content = mergeLines(base.content, mine.content, theirs.content)
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

function mergeLines(base: string, mine: string, theirs: string) {
  const regions = diff3Merge(mine.split('\n'), base.split('\n'), theirs.split('\n'))
  const lines = regions.flatMap(({ ok, conflict }) => {
    if (ok) return ok
    return conflict
      ? [messages.mineBegins, ...conflict.a, messages.theirsBegins, ...conflict.b, messages.conflictEnds]
      : []
  })
  return { text: lines.join('\n'), hasConflicts: regions.some(({ conflict }) => conflict) }
}
