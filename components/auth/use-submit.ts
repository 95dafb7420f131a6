'use client'

import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Result } from '@/lib/session/result'

/** One attempt at a time, and what the last one failed with. */
export function useSubmit() {
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  /** Stays busy after a success: the screen is about to change. */
  async function send<Outcome extends Result>(call: () => Promise<Outcome>): Promise<Outcome> {
    setBusy(true)
    const result = await call()
    if (result.ok) return result
    // At once, so that the sentence stands on the screen before an alert stops the page.
    flushSync(() => {
      setBusy(false)
      setFailure(result.message)
    })
    return result
  }

  return { isBusy, setBusy, failure, setFailure, send }
}
