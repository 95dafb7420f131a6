import { late } from '@/components/ui/late'

// What most visits do without comes when it is needed.

export const LateDeleteNoteDialog = late(async () => (await import('./delete-note-dialog')).DeleteNoteDialog)

export const LateSignOutDialog = late(async () => (await import('./sign-out-dialog')).SignOutDialog)

export const LateLongNoteList = late(async () => (await import('./long-note-list')).LongNoteList, {
  isNeeded: true,
})

export const LateNoNotes = late(async () => (await import('./no-notes')).NoNotes)

export const LateDraftList = late(async () => (await import('./draft-list')).DraftList)
