import { CARD_COLORS } from '@/lib/domain/card-colors'
import { paperClass } from './paper'

export function Wordmark({ isLarge = false }: { isLarge?: boolean }) {
  return (
    <span
      className={`flex flex-wrap items-center gap-y-1 font-written leading-none font-bold tracking-[-.015em] ${isLarge ? 'gap-x-4 text-4xl' : 'gap-x-2.5 text-[1.625rem] sm:text-3xl'}`}
    >
      <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 ${isLarge ? 'size-12' : 'size-8'}`}>
        <rect width="32" height="32" rx="4" className="fill-ink-day dark:fill-[#0E1117]" />
        {CARD_COLORS.map((color, i) => (
          <path key={color} d={strip(i)} className={`${paperClass(color)} fill-paper`} />
        ))}
      </svg>
      <span lang="es" className="centred-capitals">
        Notas
      </span>
    </span>
  )
}

/** Path of one strip, a little wider than its step, so that no seam shows. */
function strip(i: number): string {
  const x = 4 + 3 * i
  const isUpright = i < 2 || i > 5
  return isUpright ? `M${x} 6h3.25v20h-3.25z` : `M${x} ${3 * i}l3.25 3.25v8l-3.25 -3.25z`
}
