import { deflateRawSync, gzipSync } from 'node:zlib'
import type { SourceFile } from '@/packages/note-formats/entry'

type Content = string | Uint8Array

/** File of a zip. The fields from `method` on make it an odd one. */
export type ZipFixture = {
  /** Bytes for a name that is not UTF-8. */
  name: Content
  content?: Content
  /** Method that is named; all but 0 are deflated. */
  method?: number
  flags?: number
  /** Whether its sizes are behind the content, and zeros in the local header. */
  hasDescriptor?: boolean
  extra?: Uint8Array
  crc?: number
  size?: number
  compressedSize?: number
  /** Position of another entry's local header. */
  offset?: number
  /** Mode of Unix, which names the type of a file. */
  mode?: number
}

type ZipOptions = {
  comment?: string
  /** Writes positions and sizes as Zip64 does for long archives. */
  isZip64?: boolean
  /** Number of bytes that stand before the archive. */
  start?: number
}

export const UTF8_NAME = 0x0800
export const ENCRYPTED = 0x0001
const DESCRIPTOR = 0x0008

/** File as Google's exports hold it. */
export function takeoutFile(name: string, content: Content): ZipFixture {
  return { name, content, flags: UTF8_NAME, hasDescriptor: true, extra: unicodePath(name) }
}

export function zipOf(files: ZipFixture[], { comment = '', isZip64 = false, start = 0 }: ZipOptions = {}) {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = start
  for (const file of files) {
    const { local, central } = zipEntryOf(file, offset, isZip64)
    parts.push(local)
    directory.push(central)
    offset += local.length
  }
  const size = joined(...directory).length
  const [count, text] = [files.length, bytesOf(comment)]
  if (isZip64) {
    const counts = [u64(count), u64(count), u64(size), u64(offset)]
    directory.push(u32(0x06064b50), u64(44), u16(45, 45), u32(0, 0), ...counts)
    directory.push(u32(0x07064b50, 0), u64(offset + size), u32(1))
  }
  const end = isZip64
    ? [u16(0, 0, 0xffff, 0xffff), u32(0xffffffff, 0xffffffff)]
    : [u16(0, 0, count, count), u32(size, offset)]
  return joined(...parts, ...directory, u32(0x06054b50), ...end, u16(text.length), text)
}

function zipEntryOf(file: ZipFixture, offset: number, isZip64: boolean) {
  const { name, content = '', method = 8, hasDescriptor = false, extra = new Uint8Array(0) } = file
  const plain = bytesOf(content)
  const data = method === 0 ? plain : deflateRawSync(plain)
  const flags = (file.flags ?? 0) | (hasDescriptor ? DESCRIPTOR : 0)
  const { crc = crcOf(plain), size = plain.length, compressedSize = data.length } = file
  const named = bytesOf(name)
  const position = file.offset ?? offset
  const common = joined(u16(20, flags, method), u16(0x6000, 0x5b52)) // 18 October 2025, 12:00

  const sizes = u32(crc, compressedSize, size)
  const descriptor = hasDescriptor ? joined(u32(0x08074b50), sizes) : u32()
  const local = [u32(0x04034b50), common, hasDescriptor ? u32(0, 0, 0) : sizes]
  local.push(u16(named.length, extra.length), named, extra, data, descriptor)

  const long = joined(u16(1, 24), u64(size), u64(compressedSize), u64(position))
  const extras = isZip64 ? joined(extra, long) : extra
  const max = 0xffffffff
  const madeBy = file.mode === undefined ? 20 : 0x0314
  const central = [u32(0x02014b50), u16(madeBy), common, isZip64 ? u32(crc, max, max) : sizes]
  central.push(
    u16(named.length, extras.length, 0, 0, 0, 0, file.mode ?? 0),
    u32(isZip64 ? max : position),
    named,
    extras,
  )
  return { local: joined(...local), central: joined(...central) }
}

/** Extra field with the name in UTF-8, for the name that the record has. */
export function unicodePath(name: string, written: Content = name): Uint8Array {
  const bytes = bytesOf(name)
  return joined(u16(0x7075, bytes.length + 5), Uint8Array.of(1), u32(crcOf(bytesOf(written))), bytes)
}

export type TarFixture = {
  name: string
  content?: Content
  /** '0' is a file, '5' a folder, 'x' a pax header, 'L' a long name of GNU. */
  type?: string
  prefix?: string
  size?: number
  hasBinarySize?: boolean
}

export function tarOf(files: TarFixture[]): Uint8Array<ArrayBuffer> {
  return joined(...files.map(tarEntryOf), new Uint8Array(1024))
}

function tarEntryOf({ name, content = '', type = '0', prefix = '', ...file }: TarFixture): Uint8Array {
  const data = bytesOf(content)
  const header = Buffer.alloc(512)
  header.write(name, 0, 100)
  header.write('0000644\0', 100)
  const size = file.size ?? data.length
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  if (file.hasBinarySize) {
    header.writeUInt32BE(0x80000000, 124)
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  header.write(`${(1_760_788_800).toString(8)}\0`, 136)
  header.write('        ', 148)
  header.write(type, 156)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345, 155)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return joined(header, data, new Uint8Array(-data.length & 511))
}

export function paxFile(name: string, content: Content): TarFixture[] {
  const value = ` path=${name}\n`
  const length = bytesOf(value).length
  const record = `${length + String(length + 2).length}${value}`
  return [
    { name: 'PaxHeader', type: 'x', content: record },
    { name: name.slice(0, 50), content },
  ]
}

export function gzipOf(content: Content): Uint8Array<ArrayBuffer> {
  return joined(gzipSync(bytesOf(content)))
}

/** File as a browser gives it, with `zerosBefore` bytes that are made when they are read. */
export function sourceFile(path: string, content: Content, zerosBefore = 0): SourceFile {
  const bytes = bytesOf(content)
  return {
    path,
    size: zerosBefore + bytes.length,
    modifiedAt: 1_760_788_800_000,
    async read(start, end) {
      const zeros = new Uint8Array(Math.max(0, Math.min(end, zerosBefore) - start))
      const rest = bytes.slice(Math.max(0, start - zerosBefore), Math.max(0, end - zerosBefore))
      return joined(zeros, rest)
    },
  }
}

function crcOf(bytes: Uint8Array): number {
  const zipped = gzipSync(bytes)
  return zipped.readUInt32LE(zipped.length - 8)
}

export function bytesOf(content: Content): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content
}

export function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat(parts))
}

function u16(...values: number[]): Uint8Array {
  return new Uint8Array(Uint16Array.from(values).buffer)
}

function u32(...values: number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(values).buffer)
}

function u64(value: number): Uint8Array {
  return new Uint8Array(BigUint64Array.of(BigInt(value)).buffer)
}
