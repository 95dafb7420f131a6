import { lazyComponent } from '@/components/ui/lazy-component'

// What most visits do without comes when it is needed.

export const LazyDeleteNoteDialog = lazyComponent(
  async () => (await import('./delete-note-dialog')).DeleteNoteDialog,
)

export const LazySignOutDialog = lazyComponent(
  async () => (await import('@/components/auth/sign-out-dialog')).SignOutDialog,
)

export const LazyVirtualNoteList = lazyComponent(
  async () => (await import('./virtual-note-list')).VirtualNoteList,
  {
    isRequired: true,
  },
)

export const LazyEmptyList = lazyComponent(async () => (await import('./empty-list')).EmptyList)

export const LazyDraftList = lazyComponent(async () => (await import('./draft-list')).DraftList)
