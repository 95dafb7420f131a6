import { useEffect } from 'react'
import { useToken } from '@/lib/session/use-session'

/** Milliseconds: at an opening its code must not hold up the first screen. */
let delay = 1000

export function useSharedOwner(): void {
  const token = useToken()

  useEffect(() => {
    // Insecure origins have no caches.
    if (token === undefined || !globalThis.caches) return
    const timer = setTimeout(leave, delay)
    return () => clearTimeout(timer)
  }, [token])
}

function leave() {
  delay = 0
  import('@/lib/drafts/shared-owner').then((code) => code.leaveSharedOwner()).catch(console.warn)
}
