import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Sentences, sentenceFor } from './sentence-for'

/** Runs one call at a time. `staysBusy` keeps it busy after a success, because the screen is about to change. */
export function useCall(usual: Sentences, { staysBusy = false } = {}) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  // The screen may come back from the back/forward cache, as busy as it was left.
  useEffect(() => {
    if (!staysBusy) return
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setIsBusy(false)
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [staysBusy])

  async function run<Result>(
    call: () => Promise<Result>,
    onSuccess?: (result: Result) => void,
    sentences = usual,
  ): Promise<unknown> {
    if (isBusy) return
    setIsBusy(true)
    setFailure(null)
    try {
      const result = await call()
      onSuccess?.(result)
      if (!staysBusy) setIsBusy(false)
    } catch (error) {
      // The message must be on the screen before an alert blocks the page.
      flushSync(() => {
        setIsBusy(false)
        setFailure(sentenceFor(error, sentences))
      })
      return error
    }
  }

  return { isBusy, setIsBusy, failure, setFailure, run }
}
