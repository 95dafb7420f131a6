import { lazy } from 'react'

// What most visits do without comes when it is needed.

export const loadDeleteNoteDialog = () => import('./delete-note-dialog')

export const LazyDeleteNoteDialog = lazy(async () => ({
  default: (await loadDeleteNoteDialog()).DeleteNoteDialog,
}))

export const LazyConflictDialog = lazy(async () => ({
  default: (await import('./conflict-dialog')).ConflictDialog,
}))

export const LazySignOutDialog = lazy(async () => ({
  default: (await import('./sign-out-dialog')).SignOutDialog,
}))

/** A list without its notice is better than none. */
export const LazyDraftsNotice = lazy(() =>
  import('./drafts-notice').then(
    ({ DraftsNotice }) => ({ default: DraftsNotice }),
    () => ({ default: () => null }),
  ),
)

export const LazyDraftFound = lazy(async () => ({ default: (await import('./draft-notice')).DraftFound }))

export const LazyDraftNotice = lazy(async () => ({ default: (await import('./draft-notice')).DraftNotice }))

export const LazyDraftList = lazy(async () => ({ default: (await import('./draft-list')).DraftList }))
