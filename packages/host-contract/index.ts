export { type CheckedPromise, checkContract } from './check-contract'
export type { Credentials } from './expectations'
export { OPTIONAL, PROMISES } from './promises'
