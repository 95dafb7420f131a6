import type { Random } from '../../support/random'
import { bytesOf, joined } from '../../support/transfer/archives'

type Damage = (bytes: Uint8Array, random: Random, pieces: string[]) => Uint8Array

const DAMAGES: Damage[] = [
  (bytes) => bytes,
  (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  (bytes, random) => bytes.subarray(random.below(bytes.length)),
  (bytes, random) => {
    const changed = Uint8Array.from(bytes)
    changed[random.below(bytes.length)] = random.chance(0.5) ? random.below(256) : random.pick([...SIGNS])
    return changed
  },
  (bytes, random, pieces) => {
    const at = random.below(bytes.length)
    const piece = bytesOf(random.pick(pieces).repeat(random.pick([1, 1, 2, 100])))
    return joined(bytes.subarray(0, at), piece, bytes.subarray(at))
  },
  (bytes, random) => {
    const [from, to] = placesIn(bytes, random)
    return joined(bytes.subarray(0, from), bytes.subarray(to))
  },
  (bytes, random) => {
    const [from, to] = placesIn(bytes, random)
    return joined(bytes.subarray(0, to), bytes.subarray(from))
  },
  (bytes, random) => {
    const [from, to] = placesIn(bytes, random)
    return joined(bytes.subarray(0, from), new Uint8Array(to - from), bytes.subarray(to))
  },
]

const SIGNS = bytesOf('<>&"\'{}[]\\/,: \n\r\t\0=-')

const LETTERS: Damage[] = [
  (bytes) => joined(Uint8Array.of(0xef, 0xbb, 0xbf), bytes),
  (bytes) => joined(Buffer.from(`\ufeff${Buffer.from(bytes)}`, 'utf16le')),
  (bytes) => joined(Buffer.from(String(Buffer.from(bytes)), 'latin1')),
  (bytes) => bytesOf(String(Buffer.from(bytes)).replaceAll('\n', '\r\n')),
  (bytes) => bytesOf(String(Buffer.from(bytes)).replaceAll('\n', '\r')),
]

/** Damages a file up to three times; the letters of a text may be other bytes before. */
export function damaged(bytes: Uint8Array, random: Random, pieces: string[], isText: boolean): Uint8Array {
  let left = isText && random.chance(0.2) ? random.pick(LETTERS)(bytes, random, pieces) : bytes
  for (let times = random.between(1, 3); times > 0 && left.length > 0; times--)
    left = random.pick(DAMAGES)(left, random, pieces)
  return left
}

function placesIn({ length }: Uint8Array, random: Random): [number, number] {
  const from = random.below(length)
  return [from, Math.min(length, from + random.below(random.pick([4, 40, 400])))]
}
