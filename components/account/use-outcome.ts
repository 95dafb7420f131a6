import { useState } from 'react'

/** A sentence, and what shows another. An equal one differs by a space, so that screen readers are told it again. */
export function useOutcome(): [outcome: string, show: (outcome: string) => void] {
  const [outcome, setOutcome] = useState('')
  const show = (next: string) => setOutcome((before) => (before === next ? `${next}\u00a0` : next))
  return [outcome, show]
}
