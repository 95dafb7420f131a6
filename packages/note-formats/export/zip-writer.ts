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
  const time = dosTimeOf(writtenAt)
  const directory: Bytes[] = []
  let offset = 0
  for (const file of files) {
    const name = new TextEncoder().encode(file.path)
    const header = recordOf(0x04034b50, 30, name)
    putFile(header.view, 4, { ...file, name, time })
    const entry = recordOf(0x02014b50, 46, name)
    entry.view.setUint16(4, VERSION, true)
    putFile(entry.view, 6, { ...file, name, time })
    entry.view.setUint32(42, offset, true)
    directory.push(entry.bytes)
    offset += header.bytes.length + file.size
    if (offset > MAX_BYTES) throw new RangeError('The notes have more than 4 GB, which a zip cannot hold.')
    yield header.bytes
    yield* file.chunks
  }
  yield* directory
  yield* endOf(directory, offset)
}

type FileFields = Pick<StoredFile, 'size' | 'crc'> & { name: Bytes; time: number }

/** Writes what a file's header and its entry in the directory have in common. The method, zero, is 'stored'. */
function putFile(view: DataView, at: number, { size, crc, name, time }: FileFields): void {
  view.setUint16(at, VERSION, true)
  view.setUint16(at + 2, UTF8_NAME, true)
  view.setUint32(at + 6, time, true)
  view.setUint32(at + 10, crc, true)
  view.setUint32(at + 14, size, true)
  view.setUint32(at + 18, size, true)
  view.setUint16(at + 22, name.length, true)
}

function* endOf(directory: Bytes[], offset: number): Generator<Bytes> {
  const size = directory.reduce((total, { length }) => total + length, 0)
  const count = directory.length
  if (count >= MAX_COUNT) {
    const zip64 = recordOf(0x06064b50, 56)
    zip64.view.setBigUint64(4, 44n, true) // bytes that follow
    zip64.view.setUint16(12, ZIP64_VERSION, true)
    zip64.view.setUint16(14, ZIP64_VERSION, true)
    zip64.view.setBigUint64(24, BigInt(count), true)
    zip64.view.setBigUint64(32, BigInt(count), true)
    zip64.view.setBigUint64(40, BigInt(size), true)
    zip64.view.setBigUint64(48, BigInt(offset), true)
    yield zip64.bytes
    const locator = recordOf(0x07064b50, 20)
    locator.view.setBigUint64(8, BigInt(offset + size), true)
    locator.view.setUint32(16, 1, true)
    yield locator.bytes
  }
  const end = recordOf(0x06054b50, 22)
  end.view.setUint16(8, Math.min(count, MAX_COUNT), true)
  end.view.setUint16(10, Math.min(count, MAX_COUNT), true)
  end.view.setUint32(12, size, true)
  end.view.setUint32(16, offset, true)
  yield end.bytes
}

/** Makes a record of zeros, with its signature and a name behind it. */
function recordOf(signature: number, length: number, name = new Uint8Array(0)) {
  const bytes = new Uint8Array(length + name.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, signature, true)
  bytes.set(name, length)
  return { bytes, view }
}

/** Local time in steps of two seconds, and above it the day. */
function dosTimeOf(date: Date): number {
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()
  return day * 0x10000 + time
}
