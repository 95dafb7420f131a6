'use client'

import { useEffect } from 'react'
import { fileAddress } from '@/components/ui/address'

/** Makes the screens open without a network, from the second visit on. */
export function useServiceWorker(): void {
  useEffect(() => {
    // Not before the first screen stands. A browser or an address without them does without.
    const timer = setTimeout(() => {
      navigator.serviceWorker?.register(fileAddress('/sw.js')).catch(() => {})
    })
    return () => clearTimeout(timer)
  }, [])
}
