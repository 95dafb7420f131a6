import { lazyComponent } from '@/components/ui/lazy-component'

// What most notes are written without comes when it is needed.

export const LazySaveFlow = lazyComponent(async () => (await import('./save-flow')).SaveNote)

export const LazyConflictDialog = lazyComponent(
  async () => (await import('./conflict-dialog')).ConflictDialog,
)

export const LazyFoundDraftBanner = lazyComponent(
  async () => (await import('./draft-banner')).FoundDraftBanner,
)

export const LazyDraftBanner = lazyComponent(async () => (await import('./draft-banner')).DraftBanner)
