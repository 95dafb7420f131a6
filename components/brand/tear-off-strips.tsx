import { CARD_COLORS } from '@/lib/domain/card-colors'
import { paperClass } from './paper'

const TURNS = ['', '', '-rotate-[1.1deg]', 'rotate-[.5deg]', '', '', 'rotate-[1.5deg]', '']

export function TearOffStrips() {
  return (
    <div aria-hidden="true" className="flex gap-[3px]">
      {CARD_COLORS.map((color, i) => (
        <div
          key={color}
          className={`${paperClass(color)} ${TURNS[i]} h-[82px] flex-1 origin-top rounded-b-paper border-x border-b border-paper-border bg-paper card-shadow dark:border-transparent`}
        />
      ))}
    </div>
  )
}
