import { missingIn, type Use } from './compat'

/** Sentences on features that promised browsers lack and that are not listed, and on those listed without need. */
export function problemsIn(uses: Use[], fallbacks: Record<string, string>): string[] {
  const used = new Set(uses.flatMap(({ keys }) => keys))
  const newer = uses.filter((use) => isNewer(use) && !isPartOfNewer(use, used))
  const keys = new Set(newer.map(({ keys: [key = ''] }) => key))
  return [
    ...newer
      .filter(({ keys: [key = ''] }) => !(key in fallbacks))
      .map(({ keys: [key = ''], where }) => `${where}: ${key} needs ${missingIn(key).join(', ')}`),
    ...Object.keys(fallbacks)
      .filter((key) => !keys.has(key))
      .map((key) => `${key} has a fallback, but is not used, or no longer newer`),
  ]
}

function isNewer({ keys, prefixes }: Use): boolean {
  return keys.every((key) => missingIn(key, prefixes).length > 0)
}

/** True for a value where the same browsers lack the property itself. */
function isPartOfNewer({ keys: [key = ''] }: Use, used: Set<string>): boolean {
  const whole = key.slice(0, key.lastIndexOf('.'))
  const missing = missingIn(whole)
  return used.has(whole) && missingIn(key).every((browser) => missing.includes(browser))
}
