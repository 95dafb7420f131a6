// Code that the list needs after it is shown, in this one file, so that it loads in one request.

export { storeList } from '@/lib/offline/store-list'
export { mayHaveDrafts } from './draft-store'
export { findUnsavedDrafts } from './unsaved-drafts'
export { loadClearUserData } from './watch-sign-outs'
