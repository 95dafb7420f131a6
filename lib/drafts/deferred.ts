// What a list needs once it is shown, in one file, so that it is one request.

export { storeList } from '@/lib/offline/store-list'
export { mayHaveDrafts } from './draft-store'
export { loadRemoval } from './sign-outs'
export { latestDrafts } from './unsaved-drafts'
