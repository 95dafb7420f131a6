export { type CheckedPromise, checkContract, type Summary } from './check-contract'
export { CORS } from './cors'
export type { Credentials } from './expectations'
export { OPTIONAL, PROMISES } from './promises'
