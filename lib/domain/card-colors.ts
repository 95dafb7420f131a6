export const CARD_COLORS = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'violet', 'pink'] as const

export type CardColor = (typeof CARD_COLORS)[number]

export function colorAt(position: number): CardColor {
  return CARD_COLORS[position % CARD_COLORS.length] as CardColor
}
