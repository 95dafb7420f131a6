'use client'

import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Result } from '@/lib/session/result'

export function useSubmit() {
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  /** Sends a form's call. Stays busy after a success, because the screen is about to change. */
  async function send<Sent extends Result>(call: () => Promise<Sent>): Promise<Sent> {
    setIsBusy(true)
    const result = await call()
    if (result.ok) return result
    // The message must be on the screen before an alert blocks the page.
    flushSync(() => {
      setIsBusy(false)
      setFailure(result.message)
    })
    return result
  }

  return { isBusy, setIsBusy, failure, setFailure, send }
}
