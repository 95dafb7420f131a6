import { decodeWindows1252 } from './windows-1252'

/** Reads UTF-8 and UTF-16 with a byte order mark, UTF-8 without, and else windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeWindows1252(bytes)
  }
}

/** Makes line ends those of a note, and replaces what the host refuses: U+0000 and lone surrogates. */
export function normalizedText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[\0\p{Cs}]/gu, '\ufffd')
}
