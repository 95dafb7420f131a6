import type { CardColor } from '@/lib/domain/card-colors'

/** The class that gives an element and all in it the paper of a card; `white` for a note without a place. */
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
