import { type Entry, type IsWanted, MAX_ENTRIES } from '../entry.ts'
import { ReadError } from '../reason.ts'
import { readAll } from './bytes.ts'

export const TAR_BLOCK_BYTES = 512
const MAX_LONG_HEADER_BYTES = 1024 * 1024
const MAX_LENGTH_DIGITS = 7

/** Fields that a header before the file's own gives, for those too long for it. */
type LongFields = { path?: string; size?: string; mtime?: string }

/** Entries of a tar archive, whose content is in memory. Fails with `ReadError` where it is damaged or ends early. */
export async function* tarEntries(
  archivePath: string,
  chunks: AsyncIterable<Uint8Array>,
  isWanted: IsWanted,
): AsyncGenerator<Entry> {
  const next = partsIn(chunks)
  const take = (count: number) => readAll(next(count))
  let long: LongFields = {}
  for (let count = 0; ; ) {
    const header = await take(TAR_BLOCK_BYTES)
    if (isZero(header) && count > 0) {
      // Nothing follows the end: another file does where its header was lost.
      for await (const part of next(Infinity)) if (!isZero(part)) throw new ReadError('archive-damaged')
      return
    }
    if (!isTarHeader(header)) throw new ReadError('archive-damaged')
    const type = textAt(header, 156, 1)
    const size = Number(long.size ?? numberAt(header, 124, 12))
    if (!(Number.isInteger(size) && size >= 0)) throw new ReadError('archive-damaged')
    const padding = -size & (TAR_BLOCK_BYTES - 1)

    if (type === 'x' || type === 'L') {
      if (size > MAX_LONG_HEADER_BYTES) throw new ReadError('archive-damaged')
      const content = await take(size)
      long = { ...long, ...(type === 'x' ? paxFields(content) : { path: textAt(content, 0, size) }) }
      await take(padding)
      continue
    }
    const path = `${archivePath}/${long.path ?? pathIn(header)}`
    const modifiedAt = Number(long.mtime ?? numberAt(header, 136, 12)) * 1000
    long = {}
    if (++count > MAX_ENTRIES) throw new ReadError('too-many-entries', { detail: MAX_ENTRIES })
    const isFile = /^[07]?$/.test(type) && !(path.endsWith('/') && size === 0)
    if (isFile && isWanted(path, size)) {
      const bytes = await take(size)
      yield { path, size, modifiedAt, chunks: () => chunksOf(bytes) }
    } else {
      const unwanted = next(size)
      while (!(await unwanted.next()).done) {}
    }
    await take(padding)
  }
}

function isZero(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0)
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
    const digits = bytes.subarray(at, at + MAX_LENGTH_DIGITS + 1).indexOf(0x20)
    const length = digits > 0 ? Number.parseInt(textAt(bytes, at, digits), 10) : Number.NaN
    if (!(length > digits)) throw new ReadError('archive-damaged')
    const [key = '', ...value] = textAt(bytes, at + digits + 1, length - digits - 2).split('=')
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

/** Makes a function that reads the next bytes of a stream, and fails with `ReadError` where it ends before; `Infinity` reads all. */
function partsIn(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)

  return async function* next(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      if (rest.length === 0) {
        const { done, value } = await iterator.next()
        if (done && count === Infinity) return
        if (done) throw new ReadError('archive-damaged')
        rest = value
      }
      const part = rest.subarray(0, left)
      rest = rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
}
