import type { CardColor } from '@/lib/domain/card-colors'

/** Colour of the page in each scheme, as `--page` in the style sheet. */
export const PAGE_COLOR = { light: '#F6F3EB', dark: '#1A1E26' }

/**
 * Class that sets a card's colours for an element and its children; white is for a note that is not on the list. The
 * style sheet names all of these classes, since Tailwind finds only whole names.
 */
export function paperClass(color: CardColor | 'white'): string {
  return `paper-${color}`
}
