import { crc32, joined } from '../archives/bytes.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** File to write. Its length and checksum precede its content: readers of streams need them there. */
export class StoredFile {
  readonly chunks: Bytes[] = []
  size = 0
  crc = 0

  constructor(readonly path: string) {}

  add(text: string): this {
    const bytes = new TextEncoder().encode(text)
    this.chunks.push(bytes)
    this.size += bytes.length
    this.crc = crc32(bytes, this.crc)
    return this
  }
}

const MAX_BYTES = 0xffffffff
const MAX_COUNT = 0xffff
const UTF8_NAME = 0x0800
const VERSION = 20
const ZIP64_VERSION = 45
const WIDTHS = '2222244422'

const CHUNK_BYTES = 64 * 1024

export function* zipOf(files: Iterable<StoredFile>, writtenAt: Date): Generator<Bytes> {
  let chunks: Bytes[] = []
  let length = 0
  for (const part of partsOf(files, writtenAt)) {
    chunks.push(part)
    length += part.length
    if (length >= CHUNK_BYTES) {
      yield joined(chunks)
      chunks = []
      length = 0
    }
  }
  yield joined(chunks)
}

function* partsOf(files: Iterable<StoredFile>, writtenAt: Date): Generator<Bytes> {
  const [time, day] = dosTimeOf(writtenAt)
  const directory: Bytes[] = []
  let offset = 0
  for (const { path, chunks, size, crc } of files) {
    const name = new TextEncoder().encode(path)
    const fields = [VERSION, UTF8_NAME, 0, time, day, crc, size, size, name.length, 0]
    const header = packed(`4${WIDTHS}`, [0x04034b50, ...fields], name)
    directory.push(packed(`42${WIDTHS}22244`, [0x02014b50, VERSION, ...fields, 0, 0, 0, 0, offset], name))
    offset += header.length + size
    if (offset > MAX_BYTES) throw new RangeError('The notes have more than 4 GB, which a zip cannot hold.')
    yield header
    yield* chunks
  }
  yield* directory
  yield* endOf(directory, offset)
}

function* endOf(directory: Bytes[], offset: number): Generator<Bytes> {
  const size = directory.reduce((total, { length }) => total + length, 0)
  const count = directory.length
  if (count >= MAX_COUNT) {
    const version = [ZIP64_VERSION, ZIP64_VERSION]
    yield packed('4822448888', [0x06064b50, 44, ...version, 0, 0, count, count, size, offset])
    yield packed('4484', [0x07064b50, 0, offset + size, 1])
  }
  const shown = Math.min(count, MAX_COUNT)
  yield packed('42222442', [0x06054b50, 0, 0, shown, shown, size, offset, 0])
}

/** Local time in steps of two seconds. */
function dosTimeOf(date: Date): [time: number, day: number] {
  return [
    (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1),
    ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate(),
  ]
}

/** Little-endian numbers, each as many bytes wide as the digit of `widths` in its place says, and a text behind them. */
function packed(widths: string, numbers: number[], text = new Uint8Array(0)): Bytes {
  const bytes = new Uint8Array(64 + text.length)
  let at = 0
  for (const [index, number] of numbers.entries()) {
    const end = at + Number(widths[index])
    for (let rest = number; at < end; rest = Math.floor(rest / 256)) bytes[at++] = rest % 256
  }
  bytes.set(text, at)
  return bytes.subarray(0, at + text.length)
}
