'use client'

import { useEffect, useEffectEvent } from 'react'
import { useHydrated } from './use-hydrated'

/**
 * Calls back with each fragment of the URL that matches `kind`, or with undefined if the screen opens without one.
 * A fragment may be a secret: it is removed from the URL, and thereby from the history, at once.
 */
export function useFragment(kind: RegExp, onArrival: (fragment: string | undefined) => void): void {
  const isHydrated = useHydrated()
  const arrive = useEffectEvent(onArrival)

  useEffect(() => {
    // Before hydration Next's router does not see the change, and would undo it.
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
