import { useEffect, useState } from 'react'

/** Must outlive the end of a session. */
let notice: string | null = null

/** Sets a sentence that the login screen shows once, when it next opens. */
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
