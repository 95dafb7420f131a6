import { useEffect, useState } from 'react'
import { BlankFan } from '@/components/brand/blank-fan'
import { ScreenLink } from '@/components/ui/screen-link'
import { noNotes, notesFound } from '@/lib/domain/messages/list'

/** Pause in typing after which screen readers are told. */
const DELAY_MS = 1000

/** Announces how many notes a search has found; undefined for none yet. */
export function FoundCount({ count }: { count: number | undefined }) {
  const [sentence, setSentence] = useState('')

  useEffect(() => {
    const timer = setTimeout(() => setSentence(count === undefined ? '' : notesFound(count)), DELAY_MS)
    return () => clearTimeout(timer)
  }, [count])

  return (
    <p role="status" className="sr-only">
      {sentence}
    </p>
  )
}

export function EmptyList({ isSearch }: { isSearch: boolean }) {
  return (
    <div className="grid justify-items-center gap-6 pt-[14dvh] text-center">
      <BlankFan />
      <p lang="en" className="font-written text-[1.75rem] leading-[1.2]">
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
