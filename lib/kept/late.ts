// What a list needs once it is shown, in one file, so that it is one request.
export { keepDeletion, keepList } from './last-list'
export { latestDrafts } from './latest-drafts'
