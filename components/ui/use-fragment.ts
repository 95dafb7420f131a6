'use client'

import { useEffect, useEffectEvent } from 'react'
import { useHydrated } from './use-hydrated'

/**
 * Calls back with what the address brings after its '#', where it is of that kind; undefined where it is not, when
 * the screen opens. It is taken out of the address at once, which stays in the history for others to see.
 */
export function useFragment(kind: RegExp, onArrival: (fragment: string | undefined) => void): void {
  const isHydrated = useHydrated()
  const arrive = useEffectEvent(onArrival)

  useEffect(() => {
    // Next's router does not see a change of the address before, and would take it back.
    if (!isHydrated) return
    const onHashChange = () => {
      if (kind.test(location.hash)) arrive(takeFragment())
    }
    arrive(kind.test(location.hash) ? takeFragment() : undefined)
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  }, [isHydrated, kind])
}

function takeFragment(): string {
  const { hash, pathname, search } = location
  history.replaceState(null, '', pathname + search)
  return hash.slice(1)
}
