import { decodeWindows1252 } from '@/lib/transfer/formats/text/windows-1252'

/** Letters of bytes 0x80 to 0xa8 in a Spanish Windows' zip folders, which use code page 850. */
const DOS_LETTERS = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿'

/** Decodes a name by what it holds: many zips do not say that their names are in UTF-8. */
export function entryName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (bytes.some((byte) => byte > 0xa8)) return decodeWindows1252(bytes)
    return Array.from(bytes, (byte) => DOS_LETTERS[byte - 0x80] ?? String.fromCharCode(byte)).join('')
  }
}
