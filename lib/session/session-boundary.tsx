'use client'

import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { useSignOuts } from './use-session'

/** Holds all that is kept in memory for a user, and drops it when that user's session is left. */
export function SessionBoundary({ children }: { children: ReactNode }) {
  return (
    <SWRConfig key={useSignOuts()} value={{ provider: () => new Map() }}>
      {children}
    </SWRConfig>
  )
}
