'use client'

import { useEffect, useState } from 'react'

let notice: string | null = null

/** Leaves a sentence for the log-in screen, to be shown when it opens next. */
export function leaveLoginNotice(sentence: string): void {
  notice = sentence
}

export function useLoginNotice(): string | null {
  const [shown, show] = useState<string | null>(null)

  useEffect(() => {
    if (notice === null) return
    show(notice)
    notice = null
  }, [])

  return shown
}
