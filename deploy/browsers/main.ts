import { FALLBACKS } from './fallbacks'
import { problemsIn } from './problems'
import { usesInScripts } from './scripts'
import { builtStyles, usesInStyles } from './styles'

const uses = [
  ...usesInStyles(await builtStyles()),
  ...usesInScripts('deploy/browsers/tsconfig.json'),
  ...usesInScripts('deploy/service-worker/tsconfig.json'),
]
const problems = problemsIn(uses, FALLBACKS)
if (problems.length > 0) {
  console.error(
    `${problems.join('\n')}\nThe promised browsers are in package.json, fallbacks in deploy/browsers/fallbacks.ts.`,
  )
  process.exitCode = 1
}
