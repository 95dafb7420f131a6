import { CARD_COLORS } from '@/lib/domain/card-colors'
import { paperClass } from './paper'

export function Mark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 ${className}`}>
      <rect width="32" height="32" rx="4" className="fill-ink-day dark:fill-[#0E1117]" />
      {CARD_COLORS.map((color, i) => (
        <path key={color} d={strip(i)} className={`${paperClass(color)} fill-paper`} />
      ))}
    </svg>
  )
}

/** Path of one strip, a little wider than its step, so that no seam shows. */
function strip(i: number): string {
  const x = 4 + 3 * i
  const isUpright = i < 2 || i > 5
  return isUpright ? `M${x} 6h3.25v20h-3.25z` : `M${x} ${3 * i}l3.25 3.25v8l-3.25 -3.25z`
}
