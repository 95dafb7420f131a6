import { execFileSync } from 'node:child_process'

const EMPTY_PAGE = 'e2e/support/weight/empty-page'

/** Builds an empty page of the same Next version and settings. Returns the folder of its export. */
export function buildEmptyPage(): string {
  execFileSync('npx', ['next', 'build', EMPTY_PAGE], { stdio: 'ignore' })
  return `${EMPTY_PAGE}/out`
}
