import { readFileSync } from 'node:fs'

/** One folder up, both from here and from the bundle's chunks. */
const LIST = new URL('../common-passwords.txt', import.meta.url)

let passwords: Set<string> | undefined

/** Whether a password, in lower case, is one of Burnett's 10,000 commonest: https://github.com/danielmiessler/SecLists (MIT), Common-Credentials. */
export function isCommonPassword(password: string): boolean {
  passwords ??= new Set(readFileSync(LIST, 'utf8').split('\n'))
  return passwords.has(password)
}
