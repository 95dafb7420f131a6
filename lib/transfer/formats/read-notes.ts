import {
  damagedFile,
  formatNames,
  isAttachment,
  isTable,
  isUnknown,
} from '@/lib/domain/messages/transfer-formats'
import type { Format, FoundNotes } from './apps/found-note'
import { type JoplinFile, joplinNotes } from './apps/joplin'
import { type Entry, type IsWanted, MAX_ENTRY_BYTES, problemOf, TextBudget } from './entry'
import { type FileContent, type FileRead, readFile } from './read-file'
import { duplicatesIn } from './skip-duplicates'
import type { ImportedNote, Problem, Survey } from './survey'

type Open = (isWanted: IsWanted) => AsyncIterable<Entry | Problem>

const ATTACHMENT =
  /\.(3gp|aac|aiff?|amr|avi|bmp|docx?|eot|epub|flac|gif|hei[cf]|ico|jpe?g|m4[av]|mkv|mov|mp[34]|mpe?g|od[pt]|og[ag]|opus|otf|pdf|png|pptx?|svg|tiff?|ttf|wav|webm|webp|woff2?|zip)$/i
const TABLE = /\.(csv|ods|tsv|xlsx?)$/i
const NOTES = /\.(enex|html?|json|md|markdown|mdown|te?xt)$/i

export async function readNotes(open: Open, onProgress = (_notes: number) => {}): Promise<Survey> {
  const files: FileRead[] = []
  const problems: Problem[] = []
  const otherFiles: Problem[] = []
  const budget = new TextBudget()
  let notes = 0

  function isWanted(path: string, size: number): boolean {
    const reason = reasonNotToOpen(path, size)
    if (reason) otherFiles.push({ path, reason })
    return !reason
  }

  for await (const entry of open(isWanted)) {
    if ('reason' in entry) {
      problems.push(entry)
      continue
    }
    const { path, modifiedAt } = entry
    try {
      const content = await readFile(entry, budget, (count) => onProgress(notes + count))
      files.push({ path, modifiedAt, content })
      notes += countIn(content)
      onProgress(notes)
    } catch (cause) {
      problems.push(problemOf(path, cause, damagedFile))
    }
  }
  return surveyOf(files, problems, otherFiles)
}

function reasonNotToOpen(path: string, size: number): string | undefined {
  if (ATTACHMENT.test(path)) return isAttachment
  if (TABLE.test(path)) return isTable
  return size > MAX_ENTRY_BYTES && !NOTES.test(path) ? isUnknown : undefined
}

function countIn(content: FileContent): number {
  if ('notes' in content) return content.notes.length
  return 'reason' in content ? 0 : 1
}

function surveyOf(files: FileRead[], problems: Problem[], otherFiles: Problem[]): Survey {
  const dated: { note: ImportedNote; time: number; path: string }[] = []
  const counts = new Map<Format, number>()
  const reasonToSkip = duplicatesIn(files)
  const joplinFiles: JoplinFile[] = []

  function add(found: FoundNotes, path: string, modifiedAt: number) {
    for (const { note, editedAt = modifiedAt } of found.notes) dated.push({ note, time: editedAt, path })
    for (const problem of found.problems) problems.push(problem)
    counts.set(found.format, (counts.get(found.format) ?? 0) + found.notes.length)
  }

  for (const file of files) {
    const { path, modifiedAt, content } = file
    const reason = reasonToSkip(file)
    if (reason) otherFiles.push({ path, reason })
    else if ('notes' in content) add(content, path, modifiedAt)
    else if ('fields' in content) joplinFiles.push({ path, item: content })
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
    problems,
    otherFiles,
  }
}
