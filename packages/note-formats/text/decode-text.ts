/** Letters of windows-1252 from 0x80 on, which some Node versions leave: https://github.com/nodejs/node/issues/60888 */
const LETTERS = '€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ'

const MAX_ASCII = 0x7f
const REPLACEMENT = 0xfffd
/** Bytes in which letters are replaced at once: V8 ends the process where one call finds a hundred million. */
const PART_BYTES = 1024 * 1024

export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes)
  } catch {
    const text = new TextDecoder().decode(bytes)
    return isMostlyValid(text) ? text : decodeWindows1252(bytes)
  }
}

/** Whether text that is decoded as UTF-8 has twice as many letters beyond ASCII as damaged places: '«SÍ»' in windows-1252 has one of each. */
function isMostlyValid(text: string): boolean {
  let [damaged, letters] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === REPLACEMENT) damaged++
    else if (code > MAX_ASCII) letters++
  }
  return 2 * damaged <= letters
}

export function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Makes line ends those of a note, and replaces what the host refuses: U+0000 and lone surrogates. */
export function normalizedText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[\0\p{Cs}]/gu, '\ufffd')
}

export function decodeWindows1252(bytes: Uint8Array): string {
  const decoder = new TextDecoder('windows-1252')
  let text = ''
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    text += decoder
      .decode(bytes.subarray(at, at + PART_BYTES))
      .replace(/[\x80-\x9f]/g, (letter) => LETTERS[letter.charCodeAt(0) - 0x80] ?? letter)
  return text
}
