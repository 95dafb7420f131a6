import { dayOf, type FoundNotes, stateOf } from './apps/found-note.ts'
import { type JoplinFile, joplinNotes } from './apps/joplin.ts'
import { attachmentLine, notebookLine } from './details.ts'
import { type Entry, folderOf, type IsWanted, MAX_ENTRY_MEBIBYTES, MEBIBYTE, TextBudget } from './entry.ts'
import { foldersOf, notebookOfFile } from './places.ts'
import { type FileContent, type FileRead, readFile } from './read-file.ts'
import { type Code, type Problem, reasonOf } from './reason.ts'
import { duplicatesIn } from './skip-duplicates.ts'
import type { Format, ImportedNote, Survey } from './survey.ts'
import { WORDS, type Words } from './words.ts'

type Open = (isWanted: IsWanted) => AsyncIterable<Entry | Problem>

const ATTACHMENT =
  /\.(3gp|aac|aiff?|amr|avi|bmp|eot|epub|flac|gif|hei[cf]|ico|jpe?g|m4[av]|mkv|mov|mp[34]|mpe?g|odp|og[ag]|opus|otf|pdf|png|pptx?|svg|tiff?|ttf|wav|webm|webp|woff2?|zip)$/i
/** Folders of attachments. In one with the name of Joplin's, web pages alone are taken for such: a vault may have notes there. */
const OF_BUNDLE = /\.textbundle\/assets\//i
const OF_JOPLIN = /(^|\/)_resources\//
const DOCUMENT = /\.(docx?|odt|one|pages|rtf|sdocx)$/i
const PHOTO = /\.(bmp|gif|hei[cf]|jpe?g|png|svg|tiff?|webp)$|^image\//i
const TABLE = /\.(csv|ods|tsv|xlsx?)$/i
const PAGE = /\.html?$/i
const NOTES = /\.(enex|html?|json|md|markdown|mdown|te?xt)$/i

export type ReadOptions = {
  /** Called with the number of notes found until then. */
  onProgress?: (notes: number) => void
  words?: Partial<Words>
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
  if (ATTACHMENT.test(path) || OF_BUNDLE.test(path) || (OF_JOPLIN.test(path) && PAGE.test(path)))
    return 'attachment'
  if (DOCUMENT.test(path)) return 'document'
  if (TABLE.test(path)) return 'table'
  return size > MAX_ENTRY_MEBIBYTES * MEBIBYTE && !NOTES.test(path) ? 'unknown-file' : undefined
}

function isText(content: FileContent): boolean {
  return 'notes' in content && (content.format === 'text' || content.format === 'html')
}

function countIn(content: FileContent): number {
  if ('notes' in content) return content.notes.length
  return 'fields' in content ? 1 : 0
}

function surveyOf(files: FileRead[], words: Words, problems: Problem[], otherFiles: Problem[]): Survey {
  const dated: { note: ImportedNote; time: number; path: string }[] = []
  const counts = new Map<Format, number>()
  const reasonToSkip = duplicatesIn(files)
  const joplinFiles: JoplinFile[] = []
  const pathsOfTexts = new Map<string, Map<string, string>>()
  const repeats = new Map<string, string>()
  const bundles = new Map(
    files.flatMap(({ path, content }) => ('bundle' in content ? [[folderOf(path), content.bundle]] : [])),
  )
  const folderOfText = foldersOf(
    files.filter(({ content }) => isText(content)).map(({ path }) => path),
    words,
  )

  function placeOf(path: string, { format }: FoundNotes): string | undefined {
    if (format === 'text' || format === 'html') return folderOfText(path)
    return format === 'evernote' ? notebookOfFile(path, files.length, words) : undefined
  }

  function add(found: FoundNotes, path: string, modifiedAt: number) {
    const place = placeOf(path, found)
    const bundle = bundles.get(folderOf(path))
    let count = 0
    for (const { note, id, editedAt = modifiedAt } of found.notes) {
      const earlier = id === undefined ? undefined : earlierIn(found.format + id, note, path)
      if (earlier !== undefined) {
        repeats.set(path, earlier)
        continue
      }
      count++
      if (place) note.place = place
      if (bundle?.isTrashed || bundle?.isArchived) note.state = stateOf(bundle.isTrashed, bundle.isArchived)
      note.createdOn ??= dayOf(bundle?.createdAt)
      note.editedOn = dayOf(bundle?.editedAt) ?? note.editedOn
      dated.push({ note, time: bundle?.editedAt ?? editedAt, path })
    }
    for (const problem of found.problems) problems.push(problem)
    counts.set(found.format, (counts.get(found.format) ?? 0) + count)
  }

  /** Path of an earlier file with the same note: two backups were chosen. */
  function earlierIn(id: string, note: ImportedNote, path: string): string | undefined {
    const { title, content, state, details } = note
    const key = JSON.stringify([id, state, title, details])
    const paths = pathsOfTexts.get(key) ?? new Map<string, string>()
    pathsOfTexts.set(key, paths)
    const known = paths.get(content) ?? path
    paths.set(content, known)
    return known === path ? undefined : known
  }

  for (const file of files) {
    const { path, modifiedAt, content } = file
    const reason = reasonToSkip(file)
    if (reason) otherFiles.push({ path, ...reason })
    else if (bundles.get(folderOf(path))?.isEncrypted && 'notes' in content)
      problems.push({ path, reason: 'encrypted-bear' })
    else if ('notes' in content) add(content, path, modifiedAt)
    else if ('fields' in content) joplinFiles.push({ path, item: content })
  }
  add(joplinNotes(joplinFiles, words), '', 0)
  for (const [path, detail] of repeats) otherFiles.push({ path, reason: 'repeats', detail })

  dated.sort(
    (one, other) => other.time - one.time || (one.path < other.path ? -1 : Number(one.path > other.path)),
  )
  return {
    notes: dated.map(({ note }) => note),
    formats: [...counts].filter(([, count]) => count > 0).map(([format, count]) => ({ format, count })),
    problems,
    otherFiles,
    hasNotebooks: dated.some(({ note }) => note.place?.startsWith(notebookLine(words, ' ').trimEnd())),
    leftBehind: countAttachments(dated, otherFiles, words),
  }
}

function countAttachments(dated: { note: ImportedNote }[], otherFiles: Problem[], words: Words) {
  const line = attachmentLine(words, '')
  const ofNotes = dated.flatMap(({ note }) =>
    note.details.filter((detail) => detail.startsWith(line)).map((detail) => detail.slice(line.length)),
  )
  const files = otherFiles.filter(({ reason }) => reason === 'attachment').map(({ path }) => path)
  // A Takeout has a file, and names it in its note.
  const fileNames = new Set(files.map((path) => path.replace(/^.*\//, '')))
  const names = [...fileNames, ...ofNotes.filter((path) => !fileNames.has(path.replace(/^.*\//, '')))]
  const photos = names.filter((name) => PHOTO.test(name)).length
  return { photos, files: names.length - photos }
}
