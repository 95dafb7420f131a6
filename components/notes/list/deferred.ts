// Code that the list needs after it is shown, and seldom: in this one file, so that the first load names one file.

export { SignOutDialog } from '@/components/auth/sign-out-dialog'
export { inTimeSlices } from '@/lib/time-slicing'
export { DeleteNoteDialog } from './delete-note-dialog'
export { EmptyList } from './empty-list'
export { FoundCount } from './found-count'
export { ListStrips } from './list-strips'
