import { useEffect, useState } from 'react'
import { paperClass } from '@/components/brand/paper'
import { ScreenLink } from '@/components/ui/screen-link'
import { CARD_COLORS } from '@/lib/domain/card-colors'
import { noNotes, notesFound } from '@/lib/domain/messages/list'

/** Pause in typing after which screen readers are told. */
const DELAY_MS = 1000

export function FoundCount({ query, count }: { query: string; count: number | undefined }) {
  const [sentence, setSentence] = useState('')

  // Empty in between, so that the same count of another search is told too.
  useEffect(() => {
    setSentence('')
    const timer = setTimeout(() => setSentence(count === undefined ? '' : notesFound(count)), DELAY_MS)
    return () => clearTimeout(timer)
  }, [query, count])

  return (
    <p role="status" className="sr-only">
      {sentence}
    </p>
  )
}

const DEGREES_APART = 7.4
const MIDDLE = (CARD_COLORS.length - 1) / 2

export function EmptyList({ isSearch }: { isSearch: boolean }) {
  return (
    <div className="pt-[14dvh] text-center *:mx-auto">
      <BlankFan />
      <p lang="en" className="py-6 font-written text-[1.75rem] leading-[1.2]">
        {noNotes}
      </p>
      {!isSearch && (
        <ScreenLink href="/cuenta" className="py-2 text-accent underline underline-offset-4">
          Importar notas
        </ScreenLink>
      )}
    </div>
  )
}

function BlankFan() {
  return (
    <svg viewBox="-122 -2 244 134" aria-hidden="true" className="h-[134px] w-[244px] max-w-full">
      {CARD_COLORS.map((color, i) => (
        <rect
          key={color}
          x={-29}
          y={0}
          width={58}
          height={84}
          rx={3}
          transform={`rotate(${(i - MIDDLE) * DEGREES_APART} 0 220)`}
          className={`${paperClass(color)} fill-paper stroke-paper-border dark:stroke-none`}
        />
      ))}
      <rect
        x={-38}
        y={34}
        width={76}
        height={96}
        rx={3}
        className="fill-[#FFFDF8] stroke-[#DDD7C9] [filter:drop-shadow(0_1px_2px_#00000026)] dark:fill-[#EDE8DB] dark:stroke-none"
      />
      <path d="M-20 50v16" className="stroke-[#2B4C96] stroke-2" />
    </svg>
  )
}
