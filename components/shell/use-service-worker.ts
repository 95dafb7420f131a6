import { useEffect } from 'react'
import { fileAddress } from '@/components/ui/address'

const DELAY_MS = 1000

/** Registers the service worker, with which screens open offline from the second visit on. `next dev` has none. */
export function useServiceWorker(): void {
  useEffect(() => {
    // biome-ignore lint/style/noProcessEnv: a constant of the build
    if (process.env.NODE_ENV !== 'production') return
    // Its files must not hold up the first screen. Insecure origins and some browsers have no service workers.
    const timer = setTimeout(() => {
      navigator.serviceWorker?.register(fileAddress('/sw.js')).catch(() => {})
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
}
