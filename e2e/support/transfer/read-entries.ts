import { reasonSentence } from '@/lib/domain/messages/note-formats'
import { openFiles } from '@/packages/note-formats/archives/open-files'
import type { Entry, SourceFile } from '@/packages/note-formats/entry'
import { type Problem, ReadError, reasonOf } from '@/packages/note-formats/reason'

/** Reads all entries as text, and returns the text, or the reason why there is none, by path. */
export async function readEntries(
  items: AsyncIterable<Entry | Problem> | Iterable<Entry>,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const item of items) {
    found[item.path] = 'reason' in item ? reasonSentence(item) : await textOf(item)
  }
  return found
}

export function readFiles(
  files: SourceFile[],
  isWanted: (path: string, size: number) => boolean = () => true,
) {
  return readEntries(openFiles(files, isWanted))
}

async function textOf(entry: Entry): Promise<string> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of entry.chunks()) chunks.push(chunk)
  } catch (error) {
    if (error instanceof ReadError) return reasonSentence(reasonOf(error, 'file-damaged'))
    throw error
  }
  return Buffer.concat(chunks).toString()
}
