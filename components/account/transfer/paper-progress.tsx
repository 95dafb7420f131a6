import { paperClass } from '@/components/brand/paper'
import { CARD_COLORS } from '@/lib/domain/card-colors'

type Props = { label: string; done: number; total: number; text: string }

export function PaperProgress({ label, done, total, text }: Props) {
  const filled = total > 0 ? (done / total) * CARD_COLORS.length : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={text}
      className="flex gap-[3px]"
    >
      {CARD_COLORS.map((color, position) => (
        <svg
          key={color}
          viewBox="0 0 100 12"
          preserveAspectRatio="none"
          aria-hidden="true"
          className={`${paperClass(color)} h-3 min-w-0 flex-1 rounded-paper bg-quiet`}
        >
          <rect
            width={100 * Math.min(1, Math.max(0, filled - position))}
            height="12"
            className="fill-paper"
          />
        </svg>
      ))}
    </div>
  )
}
