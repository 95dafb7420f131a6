'use client'

import { useState } from 'react'
import { sentenceFor } from '@/lib/session/account'

/** Makes one call at a time. `failure` can be shown. */
export function useAccountCall() {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  /** Resolves to undefined after a failure, or while another call is under way. */
  async function send<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    if (isBusy) return undefined
    setIsBusy(true)
    setFailure(null)
    try {
      return await call()
    } catch (error) {
      console.warn(error)
      setFailure(sentenceFor(error))
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, failure, send }
}
