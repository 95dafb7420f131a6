'use client'

import { type ReactNode, useLayoutEffect } from 'react'
import { useSignOuts } from '@/lib/session/use-session'
import { clearUserState } from '@/lib/session/user-state'

/** Drops all that is kept in memory for a user, on the screen and behind it, when that user's session is left. */
export function SessionBoundary({ children }: { children: ReactNode }) {
  return <OneSession key={useSignOuts()}>{children}</OneSession>
}

function OneSession({ children }: { children: ReactNode }) {
  useLayoutEffect(() => clearUserState, [])
  return children
}
