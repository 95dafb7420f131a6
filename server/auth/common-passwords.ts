import { readFileSync } from 'node:fs'

/** One folder up, both from here and from the bundle's chunks. */
const LIST = new URL('../common-passwords.txt', import.meta.url)

let passwords: Set<string> | undefined

/**
 * Whether a password, in lower case, is one of Burnett's 10,000 commonest of 8 or more characters, from SecLists (MIT):
 * https://github.com/danielmiessler/SecLists/tree/master/Passwords/Common-Credentials
 */
export function isCommonPassword(password: string): boolean {
  passwords ??= new Set(readFileSync(LIST, 'utf8').split('\n'))
  return passwords.has(password)
}
