import type { NoteText } from '@/lib/domain/note'
import type { Random } from '../random'

const TITLES = [
  '',
  'Compra',
  'Compra (2)',
  ' con espacios ',
  'dos\nlíneas',
  'a/b\\c:*?"<>|',
  'CON',
  '..',
  'cafe\u0301',
  'קניות',
  'مشتريات',
  '👩‍👩‍👧 Familia',
  '---',
  '# x',
  'Etiquetas: cocina',
] as const

const PIECES = [
  '\n',
  '\r\n',
  '\r',
  '\n---\n',
  '# x\n',
  '- [ ] pan\n',
  '\t"pan" \\ leche ',
  'Etiquetas: cocina\n',
  ' עברית',
  ' مرحبا',
  ' 👩‍👩‍👧🌱',
  '\u2028\ufeff\u202e',
  '</note>]]><b>&amp;',
  'title: x\nbody\n',
] as const

const LONGEST = 200_000

/** Texts that are easily changed on their way, one of them the longest that a note can have. Some are equal. */
export function oddNotes(count: number, random: Random): NoteText[] {
  const notes: NoteText[] = []
  const longest = random.below(count)
  for (let position = 0; position < count; position += 1) {
    const title = random.chance(0.5) ? `Nota ${position}` : random.pick(TITLES)
    const content = position === longest ? 'ñ'.repeat(LONGEST) : contentOf(random)
    notes.push(
      random.chance(0.1) && position !== longest
        ? random.pick([...notes, { title, content }])
        : { title, content },
    )
  }
  return notes
}

function contentOf(random: Random): string {
  return Array.from({ length: random.below(12) }, () => random.pick(PIECES)).join('')
}
