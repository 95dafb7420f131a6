import { formatNames } from '@/lib/domain/messages/transfer-formats'
import type { Format, FoundNotes } from './apps/found-note'
import { type JoplinFile, joplinNotes } from './apps/joplin'
import type { FileRead } from './read-file'
import { duplicatesIn } from './skip-duplicates'
import type { ImportedNote, Problem, Survey } from './survey'

type DatedNote = { note: ImportedNote; time: number; path: string }

export function buildSurvey(files: FileRead[], problems: Problem[], otherFiles: Problem[]): Survey {
  const dated: DatedNote[] = []
  const counts = new Map<Format, number>()
  const allProblems = [problems]
  const allOtherFiles = [...otherFiles]
  const reasonToSkip = duplicatesIn(files)

  function add(found: FoundNotes, path: string, modifiedAt: number) {
    for (const { note, editedAt = modifiedAt } of found.notes) dated.push({ note, time: editedAt, path })
    counts.set(found.format, (counts.get(found.format) ?? 0) + found.notes.length)
    allProblems.push(found.problems)
  }

  const joplinFiles: JoplinFile[] = []
  for (const file of files) {
    const { path, modifiedAt, content } = file
    const reason = reasonToSkip(file)
    if (reason) allOtherFiles.push({ path, reason })
    else if (content.kind === 'notes') add(content.found, path, modifiedAt)
    else if (content.kind === 'joplin') joplinFiles.push({ path, item: content.item })
  }
  add(joplinNotes(joplinFiles), '', 0)

  dated.sort(
    (one, other) => other.time - one.time || (one.path < other.path ? -1 : Number(one.path > other.path)),
  )
  return {
    notes: dated.map(({ note }) => note),
    formats: [...counts]
      .filter(([, count]) => count > 0)
      .map(([format, count]) => ({ name: formatNames[format], count })),
    problems: allProblems.flat(),
    otherFiles: allOtherFiles,
  }
}
