const LETTERS = '€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ'

/** Replaces what some Node versions leave of these bytes: https://github.com/nodejs/node/issues/60888 */
export function decodeWindows1252(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes)
  return text.replace(/[\x80-\x9f]/g, (letter) => LETTERS[letter.charCodeAt(0) - 0x80] ?? letter)
}
