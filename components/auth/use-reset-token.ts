'use client'

import { useState } from 'react'
import { useFragment } from '@/components/ui/use-fragment'

const LINK = /^#token=./

/** Outlives the screen, which is drawn anew when a session is left in another tab. */
let kept: string | null = null

/**
 * The token of the link that has led here, which is kept in memory alone. Null where there is none, undefined while
 * that is not known.
 *
 * @param onArrival called for each link that leads here
 */
export function useResetToken(onArrival: () => void) {
  const [token, setToken] = useState<string | null>()

  function keep(value: string | null) {
    kept = value
    setToken(value)
  }

  useFragment(LINK, (fragment) => {
    if (fragment !== undefined) onArrival()
    keep(fragment === undefined ? kept : new URLSearchParams(fragment).get('token'))
  })

  return { token, forget: () => keep(null) }
}
