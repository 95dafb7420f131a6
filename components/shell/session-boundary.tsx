'use client'

import { type ReactNode, useLayoutEffect } from 'react'
import { useSignOuts } from '@/lib/session/use-session'
import { clearUserState } from '@/lib/session/user-state'

/** Remounts its children and resets module state when a session ends, so that the next user sees nothing of it. */
export function SessionBoundary({ children }: { children: ReactNode }) {
  return <OneSession key={useSignOuts()}>{children}</OneSession>
}

function OneSession({ children }: { children: ReactNode }) {
  useLayoutEffect(() => clearUserState, [])
  return children
}
