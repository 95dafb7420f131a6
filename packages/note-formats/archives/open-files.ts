import {
  type Entry,
  type IsWanted,
  MAX_ENTRIES,
  MAX_ENTRY_MEBIBYTES,
  MAX_PATH_LENGTH,
  MEBIBYTE,
  type SourceFile,
} from '../entry.ts'
import { type Problem, ReadError, reasonOf } from '../reason.ts'
import { gunzipped } from './decompress.ts'
import { isTarHeader, TAR_BLOCK_BYTES, tarEntries } from './tar.ts'
import { zipEntries } from './zip-entries.ts'

const SYSTEM_FILE =
  /(^|\/)((__MACOSX|\.git|\.obsidian|\.stfolder|\.stversions|logseq\/(bak|version-files))\/.*|\._[^/]*|\.DS_Store|Thumbs\.db)$/i

/** Files that are no archives, or not one of notes: their first bytes need not be read. */
const PLAIN_FILE =
  /\.(md|markdown|txt|html?|json|enex|xml|csv|png|jpe?g|gif|webp|svg|heic|pdf|mp[34]|m4a|3gp|wav|ogg|s?docx|pages|xlsx|pptx|od[tsp]|epub)$/i

const READ_BYTES = 1024 * 1024

/** Yields entries. Read each before asking for the next: those of compressed archives hold their bytes in memory. */
export async function* openFiles(
  files: Iterable<SourceFile>,
  isWanted: IsWanted,
): AsyncGenerator<Entry | Problem> {
  const refused: Problem[] = []
  let entries = 0

  function isTaken(path: string, size: number): boolean {
    if (++entries > MAX_ENTRIES) throw new ReadError('too-many-entries', { detail: MAX_ENTRIES })
    if (path.length > MAX_PATH_LENGTH) {
      refused.push({ path: path.slice(0, MAX_PATH_LENGTH), reason: 'entry-damaged' })
      return false
    }
    if (SYSTEM_FILE.test(path) || !isWanted(path, size)) return false
    const isTooLarge = size > MAX_ENTRY_MEBIBYTES * MEBIBYTE
    if (isTooLarge) refused.push({ path, reason: 'too-large', detail: MAX_ENTRY_MEBIBYTES })
    return !isTooLarge
  }

  for (const chosen of files) {
    const file = checked(chosen)
    entries = 0
    if (SYSTEM_FILE.test(file.path)) continue
    try {
      const kind = await kindOf(file)
      if (kind === 'zip') yield* zipped(file, isTaken)
      else if (kind === 'tar') yield* tarEntries(file.path, chunksOf(file), isTaken)
      else if (kind === 'gzip') yield* tarEntries(file.path, gunzipped(chunksOf(file)), isTaken)
      else if (/\.zip$/i.test(file.path)) yield { path: file.path, reason: 'archive-damaged' }
      else if (isWanted(file.path, file.size)) yield { ...file, chunks: () => chunksOf(file) }
    } catch (cause) {
      yield { path: file.path, ...reasonOf(cause, 'archive-damaged') }
    }
    yield* refused.splice(0)
  }
}

async function* zipped(file: SourceFile, isTaken: IsWanted): AsyncGenerator<Entry | Problem> {
  const isInner = (path: string) => /^\/(?!\._)[^/]+\.zip$/i.test(path.slice(file.path.length))
  for (const entry of await zipEntries(file, (path, size) => isInner(path) || isTaken(path, size))) {
    if (!isInner(entry.path)) yield entry
    else {
      try {
        yield* await zipEntries(await entry.toFile(), isTaken)
      } catch (cause) {
        yield { path: entry.path, ...reasonOf(cause, 'archive-damaged') }
      }
    }
  }
}

async function kindOf({ path, size, read }: SourceFile): Promise<'zip' | 'gzip' | 'tar' | 'plain'> {
  if (PLAIN_FILE.test(path)) return 'plain'
  const start = await read(0, Math.min(size, TAR_BLOCK_BYTES))
  if (start[0] === 0x50 && start[1] === 0x4b && (start[2] ?? 0) < 9 && (start[3] ?? 0) < 9) return 'zip'
  if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip'
  return isTarHeader(start) ? 'tar' : 'plain'
}

async function* chunksOf({ size, read }: SourceFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += READ_BYTES) yield await read(at, Math.min(at + READ_BYTES, size))
}

function checked(file: SourceFile): SourceFile {
  async function read(start: number, end: number) {
    if (end > file.size) throw new RangeError('beyond the end of the file')
    const bytes = await file.read(start, end).catch((cause: unknown) => {
      throw new ReadError('file-gone', { cause })
    })
    if (bytes.length !== end - start) throw new ReadError('file-gone')
    return bytes
  }
  return { ...file, read }
}
