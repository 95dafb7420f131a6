import type { FoundNotes } from './apps/found-note.ts'
import { type JoplinFile, joplinNotes } from './apps/joplin.ts'
import { type Entry, type IsWanted, MAX_ENTRY_MEBIBYTES, MEBIBYTE, TextBudget } from './entry.ts'
import { type FileContent, type FileRead, readFile } from './read-file.ts'
import { type Code, type Problem, reasonOf } from './reason.ts'
import { duplicatesIn } from './skip-duplicates.ts'
import type { Format, ImportedNote, Survey } from './survey.ts'
import { WORDS, type Words } from './words.ts'

type Open = (isWanted: IsWanted) => AsyncIterable<Entry | Problem>

const ATTACHMENT =
  /\.(3gp|aac|aiff?|amr|avi|bmp|docx?|eot|epub|flac|gif|hei[cf]|ico|jpe?g|m4[av]|mkv|mov|mp[34]|mpe?g|od[pt]|og[ag]|opus|otf|pdf|png|pptx?|svg|tiff?|ttf|wav|webm|webp|woff2?|zip)$/i
const TABLE = /\.(csv|ods|tsv|xlsx?)$/i
const NOTES = /\.(enex|html?|json|md|markdown|mdown|te?xt)$/i

export type ReadOptions = {
  /** Called with the number of notes found until then. */
  onProgress?: (notes: number) => void
  words?: Partial<Words> | undefined
}

export async function readEntries(open: Open, options: ReadOptions = {}): Promise<Survey> {
  const { onProgress = () => {} } = options
  const words = { ...WORDS, ...options.words }
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
      const content = await readFile(entry, words, budget, (count) => onProgress(notes + count))
      files.push({ path, modifiedAt, content })
      notes += countIn(content)
      onProgress(notes)
    } catch (cause) {
      problems.push({ path, ...reasonOf(cause, 'file-damaged') })
    }
  }
  return surveyOf(files, words, problems, otherFiles)
}

function reasonNotToOpen(path: string, size: number): Code | undefined {
  if (ATTACHMENT.test(path)) return 'attachment'
  if (TABLE.test(path)) return 'table'
  return size > MAX_ENTRY_MEBIBYTES * MEBIBYTE && !NOTES.test(path) ? 'unknown-file' : undefined
}

function countIn(content: FileContent): number {
  if ('notes' in content) return content.notes.length
  return 'reason' in content ? 0 : 1
}

function surveyOf(files: FileRead[], words: Words, problems: Problem[], otherFiles: Problem[]): Survey {
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
    if (reason) otherFiles.push({ path, ...reason })
    else if ('notes' in content) add(content, path, modifiedAt)
    else if ('fields' in content) joplinFiles.push({ path, item: content })
  }
  add(joplinNotes(joplinFiles, words), '', 0)

  dated.sort(
    (one, other) => other.time - one.time || (one.path < other.path ? -1 : Number(one.path > other.path)),
  )
  return {
    notes: dated.map(({ note }) => note),
    formats: [...counts].filter(([, count]) => count > 0).map(([format, count]) => ({ format, count })),
    problems,
    otherFiles,
  }
}
