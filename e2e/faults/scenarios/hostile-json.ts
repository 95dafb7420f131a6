import type { Random } from '../../support/random'

const PIECES = [
  'pan',
  'ñandú',
  '😀👩‍👩‍👧',
  'e\u0301',
  '"',
  '\\',
  '\n\r\t',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\u2028\u2029',
  '\u202e',
  '\ufeff',
  '\uffff',
  '\u0007\u001b[31m',
  "'; DROP TABLE notes; --",
  '$1 ? %s %00 {x}',
  '</script><script>',
  'x'.repeat(499),
  '€'.repeat(500),
  'y'.repeat(5_000),
]

/** Pieces that the host accepts, even in a title. */
const MILD_PIECES = PIECES.filter((piece) => piece.isWellFormed() && piece !== '\u0000' && piece.length < 80)

const KEYS = ['title', 'content', 'email', 'password', 'userName', '_id', '__proto__', 'constructor', '']

const NUMBERS = [
  '0',
  '-0',
  '1e999',
  '-1e999',
  '9007199254740993',
  '1e-400',
  '9'.repeat(400),
  '0.1',
  '2147483648',
]

export function hostileString(random: Random, mark = ''): string {
  const pieces = random.chance(0.8) ? MILD_PIECES : PIECES
  const text = Array.from({ length: random.below(6) }, () => random.pick(pieces)).join(random.pick(['', ' ']))
  const long = random.chance(0.01) ? 'ñ'.repeat(random.pick([199_990, 200_001])) : ''
  const quoted = JSON.stringify(mark + text + long)
  return random.chance(0.2) ? quoted.replace(/[^\x20-\x7f]/g, escapeCode) : quoted
}

/** Random JSON text, with numbers, keys and depths that `JSON.stringify` never writes. */
export function hostileJson(random: Random, depth = 0): string {
  const kind = random.below(depth > 4 ? 5 : 9)
  if (kind === 0) return random.pick(['null', 'true', 'false'])
  if (kind === 1) return random.pick(NUMBERS)
  if (kind < 5) return hostileString(random)
  const items = Array.from({ length: random.below(4) }, () => hostileJson(random, depth + 1))
  if (kind === 5) return `[${items.join()}]`
  if (kind === 6 && random.chance(0.1)) return nested(random.pick([100, 10_000, 100_000]))
  return `{${items.map((item) => `${JSON.stringify(random.pick(KEYS))}:${item}`).join()}}`
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

function escapeCode(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
