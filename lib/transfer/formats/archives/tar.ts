import { archiveDamaged, tooManyEntries } from '@/lib/domain/messages/transfer-files'
import { type Entry, type IsWanted, ReadError } from '../entry'

export const TAR_BLOCK_BYTES = 512
const MAX_ENTRIES = 200_000
const MAX_LONG_HEADER_BYTES = 1024 * 1024

/** Fields that a header before the file's own gives, for those too long for it. */
type LongFields = { path?: string | undefined; size?: string | undefined; mtime?: string | undefined }

/** Entries of a tar archive, whose content is in memory. Fails with `ReadError` where it is damaged or ends early. */
export async function* tarEntries(
  archivePath: string,
  chunks: AsyncIterable<Uint8Array>,
  isWanted: IsWanted,
): AsyncGenerator<Entry> {
  const input = byteReader(chunks)
  let long: LongFields = {}
  for (let count = 0; ; ) {
    const header = await input.take(TAR_BLOCK_BYTES)
    if (header.every((byte) => byte === 0)) return
    if (!isTarHeader(header)) throw new ReadError(archiveDamaged)
    const type = textAt(header, 156, 1)
    const size = Number(long.size ?? numberAt(header, 124, 12))
    if (!(size >= 0)) throw new ReadError(archiveDamaged)
    const padding = -size & (TAR_BLOCK_BYTES - 1)

    if (type === 'x' || type === 'L') {
      if (size > MAX_LONG_HEADER_BYTES) throw new ReadError(archiveDamaged)
      const content = await input.take(size)
      long = { ...long, ...(type === 'x' ? paxFields(content) : { path: textAt(content, 0, size) }) }
      await input.skip(padding)
      continue
    }
    const path = `${archivePath}/${long.path ?? pathIn(header)}`
    const modifiedAt = Number(long.mtime ?? numberAt(header, 136, 12)) * 1000
    long = {}
    if (++count > MAX_ENTRIES) throw new ReadError(tooManyEntries)
    const isFile = /^[07]?$/.test(type) && !path.endsWith('/')
    if (isFile && isWanted(path, size)) {
      const bytes = await input.take(size)
      yield { path, size, modifiedAt, chunks: () => chunksOf(bytes) }
    } else await input.skip(size)
    await input.skip(padding)
  }
}

/** Whether the checksum is right: old archives have no other mark. */
export function isTarHeader(block: Uint8Array): boolean {
  if (block.length < TAR_BLOCK_BYTES) return false
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  return sum === numberAt(block, 148, 8)
}

function pathIn(header: Uint8Array): string {
  const prefix = textAt(header, 257, 6) === 'ustar' ? textAt(header, 345, 155) : ''
  return prefix ? `${prefix}/${textAt(header, 0, 100)}` : textAt(header, 0, 100)
}

function paxFields(bytes: Uint8Array): LongFields {
  const fields: Record<string, string> = {}
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at)
    const length = Number.parseInt(textAt(bytes, at, space - at), 10)
    if (!(length > 0)) throw new ReadError(archiveDamaged)
    const [key = '', ...value] = textAt(bytes, space + 1, at + length - space - 2).split('=')
    fields[key] = value.join('=')
    at += length
  }
  const { path, size, mtime } = fields
  return { path, size, mtime }
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  const [text = ''] = new TextDecoder().decode(bytes.subarray(at, at + length)).split('\0', 1)
  return text
}

/** Octal digits, or where they do not suffice a binary number. */
function numberAt(bytes: Uint8Array, at: number, length: number): number {
  if (((bytes[at] ?? 0) & 0x80) === 0) return Number.parseInt(textAt(bytes, at, length), 8) || 0
  return bytes.subarray(at + 1, at + length).reduce((total, byte) => total * 256 + byte, 0)
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Reads a given number of bytes of a stream. Both calls fail with `ReadError` where it ends before. */
type ByteReader = {
  take(count: number): Promise<Uint8Array>
  skip(count: number): Promise<void>
}

function byteReader(chunks: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = chunks[Symbol.asyncIterator]()
  let rest = new Uint8Array(0) as Uint8Array

  async function consume(count: number, onPart: (part: Uint8Array, at: number) => void) {
    for (let at = 0; at < count; ) {
      if (rest.length === 0) {
        const next = await iterator.next()
        if (next.done) throw new ReadError(archiveDamaged)
        rest = next.value
      }
      const part = rest.subarray(0, count - at)
      onPart(part, at)
      at += part.length
      rest = rest.subarray(part.length)
    }
  }

  return {
    async take(count) {
      const bytes = new Uint8Array(count)
      await consume(count, (part, at) => bytes.set(part, at))
      return bytes
    },
    skip: (count) => consume(count, () => {}),
  }
}
