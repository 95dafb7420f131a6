import { damagedFile, isAttachment, isTable, isUnknown } from '@/lib/domain/messages/transfer-formats'
import { buildSurvey } from './build-survey'
import { type Entry, type IsWanted, MAX_ENTRY_BYTES, reasonOf } from './entry'
import { TextBudget } from './file-chunks'
import { type FileContent, type FileRead, readFile } from './read-file'
import type { Problem, Survey } from './survey'

type Open = (isWanted: IsWanted) => AsyncIterable<Entry | Problem>

type Options = {
  onProgress?: (notes: number) => void
}

const ATTACHMENT =
  /\.(3gp|aac|aiff?|amr|avi|bmp|docx?|eot|epub|flac|gif|hei[cf]|ico|jpe?g|m4[av]|mkv|mov|mp[34]|mpe?g|od[pt]|og[ag]|opus|otf|pdf|png|pptx?|svg|tiff?|ttf|wav|webm|webp|woff2?|zip)$/i
const TABLE = /\.(csv|ods|tsv|xlsx?)$/i
const NOTES = /\.(enex|html?|json|md|markdown|mdown|te?xt)$/i

export async function readNotes(open: Open, { onProgress = () => {} }: Options = {}): Promise<Survey> {
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
      problems.push({ path, reason: reasonOf(cause, damagedFile) })
    }
  }
  return buildSurvey(files, problems, otherFiles)
}

function reasonNotToOpen(path: string, size: number): string | undefined {
  if (ATTACHMENT.test(path)) return isAttachment
  if (TABLE.test(path)) return isTable
  return size > MAX_ENTRY_BYTES && !NOTES.test(path) ? isUnknown : undefined
}

function countIn(content: FileContent): number {
  if (content.kind === 'notes') return content.found.notes.length
  return content.kind === 'joplin' ? 1 : 0
}
