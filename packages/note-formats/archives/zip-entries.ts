import { type Entry, type IsWanted, MEBIBYTE, type SourceFile } from '../entry.ts'
import { ReadError } from '../reason.ts'
import { crc32, readAll } from './bytes.ts'
import { inflated, PART_BYTES } from './decompress.ts'
import { readDirectory, viewOf, type ZipRecord } from './zip-directory.ts'

type ZipEntry = Entry & { toFile(): Promise<SourceFile> }

const WINDOW_BYTES = 4 * MEBIBYTE
const MAX_GAP_BYTES = 64 * 1024
const MAX_INNER_MEBIBYTES = 512
const HEADER_BYTES = 30
const DESCRIPTOR_BYTES = 24
const DESCRIPTOR_MARK = [0x50, 0x4b, 7, 8]

type Read = SourceFile['read']

export async function zipEntries(file: SourceFile, isWanted: IsWanted): Promise<ZipEntry[]> {
  const wanted = (await readDirectory(file)).flatMap((record) => {
    const path = `${file.path}/${record.name}`
    const isFolder = record.name.endsWith('/') && record.size === 0
    if (isFolder || record.isLink || !isWanted(path, record.size)) return []
    return { ...record, path, runEnd: record.limit }
  })
  for (const [index, record] of [...wanted.entries()].reverse()) {
    const next = wanted[index + 1]
    if (next && next.offset - record.limit < MAX_GAP_BYTES) record.runEnd = next.runEnd
  }
  if (wanted.length > 0 && wanted.every(({ isEncrypted }) => isEncrypted))
    throw new ReadError('password-needed')
  const readUpTo = windowOf(file)
  return wanted.map((record) => entryOf(file, readUpTo(record.runEnd), record))
}

function entryOf(file: SourceFile, read: Read, record: ZipRecord & { path: string }): ZipEntry {
  const { path, size, modifiedAt } = record
  const entry = { path, size, modifiedAt, chunks: () => chunksOf(read, record) }
  async function toFile(): Promise<SourceFile> {
    if (record.method === 0) {
      const start = await dataStart(read, record)
      return { ...entry, read: (from, to) => file.read(start + from, start + to) }
    }
    if (size > MAX_INNER_MEBIBYTES * MEBIBYTE)
      throw new ReadError('inner-zip-too-large', { detail: MAX_INNER_MEBIBYTES })
    const bytes = await readAll(entry.chunks())
    return { ...entry, read: async (from, to) => bytes.subarray(from, to) }
  }
  return { ...entry, toFile }
}

async function* chunksOf(read: Read, record: ZipRecord): AsyncGenerator<Uint8Array> {
  try {
    const parts = partsOf(read, record, await dataStart(read, record))
    const { method, size } = record
    let count = 0
    let crc = 0
    for await (const chunk of method === 0 ? parts : inflated(parts, record)) {
      count += chunk.length
      if (count > size) break
      crc = crc32(chunk, crc)
      yield chunk
    }
    if (count !== size || crc !== record.crc) throw new ReadError('entry-damaged')
  } catch (cause) {
    if (cause instanceof ReadError) throw cause
    throw new ReadError('entry-damaged', { cause })
  }
}

async function* partsOf(read: Read, { compressedSize }: ZipRecord, start: number) {
  for (let at = start; at < start + compressedSize; at += PART_BYTES) {
    yield await read(at, Math.min(at + PART_BYTES, start + compressedSize))
  }
}

/** Fails where the content cannot be read, or reaches into the next file: a zip bomb's files overlap. */
async function dataStart(read: Read, record: ZipRecord): Promise<number> {
  const { offset, size, compressedSize, method, limit } = record
  if (record.isEncrypted) throw new ReadError('password-needed')
  if (method !== 0 && method !== 8) throw new ReadError('unknown-compression')
  const view = viewOf(await read(offset, offset + HEADER_BYTES))
  const start = offset + HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true)
  const isWhole = method !== 0 || size === compressedSize
  if (view.getUint32(0, true) !== 0x04034b50 || start + compressedSize > limit || !isWhole)
    throw new ReadError('entry-damaged')
  const isSaidEmpty = compressedSize === 0
  if (isSaidEmpty && holdsData(await read(start, Math.min(start + DESCRIPTOR_BYTES, limit))))
    throw new ReadError('entry-damaged')
  return start
}

/** Whether something is where an empty file ends, but for a descriptor of zeros. */
function holdsData(bytes: Uint8Array): boolean {
  const hasMark = DESCRIPTOR_MARK.every((byte, at) => bytes[at] === byte)
  return bytes.subarray(hasMark ? DESCRIPTOR_MARK.length : 0).some((byte) => byte !== 0)
}

/** Reads up to `runEnd` in advance: each read of a browser's file takes milliseconds, however short it is. */
function windowOf(file: SourceFile): (runEnd: number) => Read {
  let window = { start: 0, end: 0, bytes: new Uint8Array(0) as Uint8Array }
  return (runEnd) => async (start, end) => {
    let { bytes } = window
    if (start < window.start || end > window.end) {
      const windowEnd = Math.max(end, Math.min(runEnd, start + WINDOW_BYTES))
      bytes = await file.read(start, windowEnd)
      window = { start, end: windowEnd, bytes }
    }
    return bytes.subarray(start - window.start, end - window.start)
  }
}
