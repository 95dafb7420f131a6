// What a list needs once it is shown, in one file, so that it is one request.
export { mayHaveDrafts } from './drafts'
export { keepList } from './keep-list'
export { latestDrafts } from './latest-drafts'
export { loadRemoval } from './sign-outs'
