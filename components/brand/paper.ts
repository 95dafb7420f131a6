import type { CardColor } from '@/lib/domain/card-colors'

/**
 * Class that sets a card's colours for an element and its children; white is for a note that is not on the list. The
 * style sheet names all of these classes, since Tailwind finds only whole names.
 */
export function paperClass(color: CardColor | 'white'): string {
  return `paper-${color}`
}
