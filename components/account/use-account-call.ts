'use client'

import { useState } from 'react'
import { endIfRefused } from '@/lib/offline/end-if-refused'
import { sentenceFor } from '@/lib/session/account'
import { getToken } from '@/lib/session/token'

/** Makes one call at a time. `failure` can be shown. */
export function useAccountCall() {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function send<Result>(
    call: () => Promise<Result>,
    onSuccess: (result: Result) => void,
  ): Promise<void> {
    if (isBusy) return
    const token = getToken()
    setIsBusy(true)
    setFailure(null)
    try {
      onSuccess(await call())
    } catch (error) {
      console.warn(error)
      endIfRefused(error, token)
      setFailure(sentenceFor(error))
    }
    setIsBusy(false)
  }

  return { isBusy, failure, send }
}
