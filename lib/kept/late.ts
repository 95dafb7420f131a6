// What a shown list and a log-out need, in one file, so that it is one request.
export { draftsOf, removeKept } from './drafts'
export { keepDeletion, keepList } from './last-list'
export { latestDrafts } from './latest-drafts'
