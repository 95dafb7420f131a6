import type { ReactNode } from 'react'

/** Icons of the list's screen. The page renders them at build time, so that they cost no script. */
export type Icons = Record<'search' | 'searchInField' | 'close' | 'signOut' | 'pencil' | 'bin', ReactNode>
