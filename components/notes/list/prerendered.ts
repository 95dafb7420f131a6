import type { ReactNode } from 'react'

/** Parts of the list's screen that never change. The page renders them at build time, so that they cost no script. */
export type Prerendered = Record<
  | 'wordmark'
  | 'search'
  | 'searchField'
  | 'close'
  | 'accountLink'
  | 'signOut'
  | 'createNoteLink'
  | 'skeleton'
  | 'logInLink'
  | 'sessionEnded'
  | 'notLoaded'
  | 'offline'
  | 'notAllLoaded'
  | 'pencil'
  | 'bin',
  ReactNode
>
