import { readFileSync } from 'node:fs'
import data, {
  type BrowserName,
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data/forLegacyNode'

/** Use of a feature: its keys in MDN's data, any of which may be meant, and prefixes under which it is there too. */
export type Use = { keys: string[]; where: string; prefixes?: string[] }

/** Browserslist knows only the newest browsers of Android, which have the version numbers of the desktop. */
const NAMES: Record<string, BrowserName[]> = {
  chrome: ['chrome', 'chrome_android'],
  edge: ['edge'],
  firefox: ['firefox', 'firefox_android'],
  safari: ['safari'],
  ios_saf: ['safari_ios'],
}

const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: string[] }

const PROMISED = browserslist.flatMap((browser) => {
  const [, name = '', version = ''] = /^(\w+) ([\d.]+)$/.exec(browser) ?? []
  if (!NAMES[name]) throw new Error(`package.json: '${browser}' is not a browser with its oldest version.`)
  return NAMES[name].map((id) => ({ id, version }))
})

/** Promised browsers that lack a feature or have only a part of it, each with the version that has all. */
export function missingIn(key: string, prefixes: string[] = []): string[] {
  const support = nodeAt(key)?.__compat?.support
  return PROMISED.flatMap(({ id, version }) => {
    const complete = [support?.[id] ?? []].flat().filter((statement) => isComplete(statement, prefixes))
    if (complete.some((statement) => isIn(version, statement))) return []
    const added = complete.find(({ version_removed }) => !version_removed)?.version_added
    return `${data.browsers[id].name} ${added ?? '(never)'}`
  })
}

function isComplete(statement: SimpleSupportStatement, prefixes: string[]): boolean {
  const { version_added, flags, partial_implementation, alternative_name, prefix } = statement
  const isNamed = !alternative_name && (!prefix || prefixes.includes(prefix))
  return (
    version_added !== false && version_added !== 'preview' && isNamed && !flags && !partial_implementation
  )
}

function isIn(version: string, { version_added, version_removed }: SimpleSupportStatement): boolean {
  return !isAfter(version_added, version) && (!version_removed || isAfter(version_removed, version))
}

function isAfter(added: string | false, version: string): boolean {
  const [major = 0, minor = 0] = String(added).replace('≤', '').split('.').map(Number)
  const [promisedMajor = 0, promisedMinor = 0] = version.split('.').map(Number)
  return major === promisedMajor ? minor > promisedMinor : major > promisedMajor
}

/** The first of the keys that MDN's data has, in a list. */
export function firstKnown(...keys: string[]): string[] {
  return keys.filter((key) => nodeAt(key)?.__compat).slice(0, 1)
}

/** All keys below another one, at any depth. */
export function keysBelow(key: string): string[] {
  const parts = Object.keys(nodeAt(key) ?? {}).filter((part) => part !== '__compat')
  return parts.flatMap((part) => [...firstKnown(`${key}.${part}`), ...keysBelow(`${key}.${part}`)])
}

function nodeAt(key: string): Identifier | undefined {
  const root: Identifier | undefined = data as unknown as Identifier
  return key.split('.').reduce((node: Identifier | undefined, part) => node?.[part], root)
}
