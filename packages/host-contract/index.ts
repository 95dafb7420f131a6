export { checkContract, type Result } from './check-contract'
export type { Credentials } from './expectations'
export { OPTIONAL, PROMISES } from './promises'
