import type { CardColor } from '@/lib/domain/card-colors'

/** Colour of the page in each scheme, as `--page` in the style sheet. */
export const PAGE_COLOR = { light: '#F6F3EB', dark: '#1A1E26' }

/** Class of a card's colours; white is for an unlisted note. The style sheet has each whole name, as Tailwind requires. */
export function paperClass(color: CardColor | 'white'): string {
  return `paper-${color}`
}
