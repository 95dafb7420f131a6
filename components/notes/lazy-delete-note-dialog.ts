import { lazy } from 'react'

/** Comes when a note is about to be deleted: most visits to the list do without. */
export const loadDeleteNoteDialog = () => import('./delete-note-dialog')

export const LazyDeleteNoteDialog = lazy(async () => ({
  default: (await loadDeleteNoteDialog()).DeleteNoteDialog,
}))
