import type { Note } from '@/lib/domain/note'
import { type Random, seeded } from '../../e2e/support/random'
import * as spanish from './spanish'

const SEED = 1492

/** Log-normal number of sentences per note; a sentence has about 65 bytes. */
const SENTENCES = { median: 5, sigma: 1.05, max: 90 }

/** Creates Spanish notes from a seed: the same count gives the same notes. */
export function createNotes(count: number): Note[] {
  const random = seeded(SEED)
  return Array.from({ length: count }, () => ({
    _id: idOf(random),
    title: titleOf(random),
    content: contentOf(random),
  }))
}

/** Independent implementation of the title search, for queries without accents. */
export function isFound({ title }: Note, query: string): boolean {
  return title
    .toLowerCase()
    .replace(/[áéíóúü]/g, (letter) => letter.normalize('NFD').charAt(0))
    .includes(query)
}

function idOf(random: Random): string {
  return Array.from({ length: 6 }, () =>
    random
      .below(2 ** 16)
      .toString(16)
      .padStart(4, '0'),
  ).join('')
}

function titleOf(random: Random): string {
  if (random.chance(0.02)) return ''
  const title = random.pick(spanish.TITLE_WORDS) + random.pick(spanish.TITLE_ENDINGS)
  return random.chance(0.03) ? `${title} ${random.pick(spanish.SYMBOLS)}` : title
}

function contentOf(random: Random): string {
  if (random.chance(0.15)) return listOf(random)
  const { median, sigma, max } = SENTENCES
  const count = Math.min(max, Math.round(median * Math.exp(sigma * normal(random))))
  let content = ''
  for (let sentence = 0; sentence < count; sentence += 1) {
    if (sentence > 0) content += random.chance(0.2) ? '\n\n' : ' '
    content += sentenceOf(random)
  }
  return random.chance(0.03) ? `${content} ${random.pick(spanish.SYMBOLS)}` : content
}

function sentenceOf(random: Random): string {
  const { BEGINNINGS, PLACES, REASONS, ENDINGS } = spanish
  return `${random.pick(BEGINNINGS)} ${random.pick(PLACES)} ${random.pick(REASONS)}${random.pick(ENDINGS)}`
}

function listOf(random: Random): string {
  return Array.from({ length: random.between(1, 12) }, () => `- ${random.pick(spanish.ITEMS)}`).join('\n')
}

/** Approximates the standard normal distribution (Irwin-Hall). */
function normal(random: Random): number {
  let sum = 0
  for (let dice = 0; dice < 12; dice += 1) sum += random.below(2 ** 30) / 2 ** 30
  return sum - 6
}
