'use client'

import { useEffect, useState } from 'react'
import { notesFound } from '@/lib/domain/messages/search'

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
