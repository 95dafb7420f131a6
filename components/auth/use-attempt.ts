'use client'

import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Outcome } from '@/lib/session/outcome'

/** One attempt at a time, and what the last one failed with. */
export function useAttempt() {
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  /** Stays busy after a success: the screen is about to change. */
  async function attempt<Result extends Outcome>(call: () => Promise<Result>): Promise<Result> {
    setBusy(true)
    const outcome = await call()
    if (outcome.ok) return outcome
    // At once, so that the sentence stands on the screen before an alert stops the page.
    flushSync(() => {
      setBusy(false)
      setFailure(outcome.message)
    })
    return outcome
  }

  return { isBusy, setBusy, failure, setFailure, attempt }
}
