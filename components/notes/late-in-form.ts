import { late } from '@/components/ui/late'

// What most notes are written without comes when it is needed.

export const LateSaveNote = late(async () => (await import('./save-note')).SaveNote)

export const LateConflictDialog = late(async () => (await import('./conflict-dialog')).ConflictDialog)

export const LateDraftFound = late(async () => (await import('./draft-notice')).DraftFound)

export const LateDraftNotice = late(async () => (await import('./draft-notice')).DraftNotice)
