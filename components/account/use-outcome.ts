import { useState } from 'react'
import { flushSync } from 'react-dom'

/** A sentence, and what shows another. It is empty in between, so that screen readers are told the same one again. */
export function useOutcome(): [outcome: string, show: (outcome: string) => void] {
  const [outcome, setOutcome] = useState('')

  function show(next: string) {
    flushSync(() => setOutcome(''))
    setTimeout(() => setOutcome(next))
  }

  return [outcome, show]
}
