import { MAX_ENTRIES, type SourceFile } from '../entry.ts'
import { ReadError } from '../reason.ts'
import { decodeWindows1252 } from '../text/decode-text.ts'
import { crc32 } from './bytes.ts'

export type ZipRecord = Awaited<ReturnType<typeof readDirectory>>[number]

const MAX_DIRECTORY_BYTES = 128 * 1024 * 1024

/** Bytes 0x80 to 0xff of code page 850. Page 437 of an English Windows has the same letters at the same bytes, and fewer. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Systems that a zip names as its maker. That of DOS writes names in one of its code pages. */
const DOS = 0
const UNIX = 3

/** Bits of a mode that tell the type of a file on Unix. */
const FILE_TYPE = 0o170000
const SYMBOLIC_LINK = 0o120000

/** Extra fields of a record. */
const ZIP64 = 1
const UNICODE_PATH = 0x7075

const END_BYTES = 22
const LOCATOR_BYTES = 20
const MAX_COMMENT_BYTES = 0xffff

export async function readDirectory(file: SourceFile) {
  try {
    const { offset, size, count } = await findDirectory(file)
    if (size > MAX_DIRECTORY_BYTES) throw new ReadError('too-many-entries', { detail: MAX_ENTRIES })
    const records = [...recordsOf(await file.read(offset, offset + size))]
    const isWhole = records.length % 0x10000 === count % 0x10000
    if (!isWhole || records.length === 0) throw new RangeError('not all records')
    // Older tools of Windows separate folders by backslashes.
    if (!records.some(({ name }) => name.includes('/')))
      for (const record of records) record.name = record.name.replaceAll('\\', '/')
    records.sort((one, other) => one.offset - other.offset)
    for (const [index, record] of records.entries()) {
      record.limit = Math.min(offset, records[index + 1]?.offset ?? offset)
    }
    return records
  } catch (cause) {
    if (cause instanceof ReadError) throw cause
    throw new ReadError('archive-damaged', { cause })
  }
}

/** Finds the directory, or fails with a `RangeError`, as reading beyond the end does. */
async function findDirectory(file: SourceFile): Promise<{ offset: number; size: number; count: number }> {
  const start = Math.max(0, file.size - MAX_COMMENT_BYTES - END_BYTES - LOCATOR_BYTES)
  const view = viewOf(await file.read(start, file.size))
  let end = view.byteLength - END_BYTES
  while (view.getUint32(end, true) !== 0x06054b50) end--

  const locator = end - LOCATOR_BYTES
  if (locator < 0 || view.getUint32(locator, true) !== 0x07064b50) {
    const count = view.getUint16(end + 10, true)
    return { size: view.getUint32(end + 12, true), offset: view.getUint32(end + 16, true), count }
  }
  const position = getUint64(view, locator + 8)
  const record = viewOf(await file.read(position, position + 56))
  return { size: getUint64(record, 40), offset: getUint64(record, 48), count: getUint64(record, 32) }
}

function* recordsOf(directory: Uint8Array) {
  const view = viewOf(directory)
  let at = 0
  for (let count = 0; at < view.byteLength; count++) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new RangeError('no record of a file')
    if (count === MAX_ENTRIES) throw new ReadError('too-many-entries', { detail: MAX_ENTRIES })
    const extraAt = at + 46 + view.getUint16(at + 28, true)
    const commentAt = extraAt + view.getUint16(at + 30, true)
    const [size, compressedSize, offset] = sizesOf(view, at, extraAt, commentAt)
    yield {
      name:
        unicodeName(directory, at + 46, extraAt, commentAt) ??
        entryName(directory.subarray(at + 46, extraAt), view.getUint8(at + 5)),
      size,
      compressedSize,
      crc: view.getUint32(at + 16, true),
      method: view.getUint16(at + 10, true),
      isLink: view.getUint8(at + 5) === UNIX && (view.getUint16(at + 40, true) & FILE_TYPE) === SYMBOLIC_LINK,
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      modifiedAt: timeOf(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
      offset,
      limit: 0,
    }
    at = commentAt + view.getUint16(at + 32, true)
  }
}

/** Size, compressed size and position; those that need 64 bits are in an extra field, in this order. */
function sizesOf(view: DataView, at: number, extraAt: number, end: number): [number, number, number] {
  let long = extraFieldAt(view, extraAt, end, ZIP64) ?? end
  const sizes = [24, 20, 42].map((field) => {
    const value = view.getUint32(at + field, true)
    if (value !== 0xffffffff) return value
    long += 8
    return getUint64(view, long - 8)
  })
  return sizes as [number, number, number]
}

/** Position of what an extra field holds. */
function extraFieldAt(view: DataView, extraAt: number, end: number, id: number): number | undefined {
  for (let at = extraAt; at + 4 <= end; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === id) return at + 4
  return undefined
}

/** Name in UTF-8 beside one that lacks letters. Tools that change the name, and not this field, leave its checksum wrong. */
function unicodeName(directory: Uint8Array, at: number, extraAt: number, end: number): string | undefined {
  const view = viewOf(directory)
  const field = extraFieldAt(view, extraAt, end, UNICODE_PATH)
  const isWhole = field !== undefined && view.getUint16(field - 2, true) >= 5 && field + 5 <= end
  if (!isWhole || view.getUint8(field) !== 1) return undefined
  if (view.getUint32(field + 1, true) !== crc32(directory.subarray(at, extraAt))) return undefined
  return new TextDecoder().decode(directory.subarray(field + 5, field + view.getUint16(field - 2, true)))
}

function timeOf(date: number, time: number): number {
  if (date === 0) return 0
  const [year, month, day] = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31]
  return new Date(year, month, day, time >> 11, (time >> 5) & 63, (time & 31) * 2).getTime()
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function getUint64(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

/** Decodes a name by what it holds: many zips do not say that their names are in UTF-8, and none its code page. */
function entryName(bytes: Uint8Array, madeBy: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const dos = Array.from(bytes, (byte) => CODE_PAGE_850[byte - 0x80] ?? String.fromCharCode(byte)).join('')
    const windows = decodeWindows1252(bytes)
    const [likely, other] = madeBy === DOS || isOfDos(bytes) ? [dos, windows] : [windows, dos]
    return signsIn(likely) <= signsIn(other) ? likely : other
  }
}

/** Page 850 has Spain's small letters, and Ñ and É, up to 0xa8, where windows-1252 has signs. */
function isOfDos(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte <= 0xa8)
}

function signsIn(name: string): number {
  return name.match(/[^\p{L}\p{M}\x20-\x7eªº¿¡«»°]/gu)?.length ?? 0
}
