import type { CardColor } from '@/lib/domain/card-colors'

/** Classes that set a card's colours for an element and its children; `white` for a note that is not on the list. */
export const PAPER: Record<CardColor | 'white', string> = {
  red: 'paper-red',
  orange: 'paper-orange',
  yellow: 'paper-yellow',
  green: 'paper-green',
  cyan: 'paper-cyan',
  blue: 'paper-blue',
  violet: 'paper-violet',
  pink: 'paper-pink',
  white: 'paper-white',
}
