import { useState } from 'react'
import { useFragment } from '@/components/ui/use-fragment'

const LINK = /^#token=./

/** Token of the last link. No user's state: a session that ends in another tab must not lose it. */
let lastToken: string | null = null

/** Token of the reset link, held in memory alone. Null without one, undefined before hydration. */
export function useResetToken(onArrival: () => void) {
  const [token, setToken] = useState<string | null>()

  function store(value: string | null) {
    lastToken = value
    setToken(value)
  }

  useFragment(LINK, (fragment) => {
    if (fragment !== undefined) onArrival()
    store(fragment === undefined ? lastToken : new URLSearchParams(fragment).get('token'))
  })

  return { token, forget: () => store(null) }
}
