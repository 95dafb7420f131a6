// What a list needs once it is shown, in one file, so that it is one request.
export { draftsOf } from './drafts'
export { keepDeletion, keepList } from './last-list'
export { latestDrafts } from './latest-drafts'
