import { existsSync, readFileSync } from 'node:fs'
import { BASE } from './fixtures'

/** Stops a run without a build, or with one for other settings, in which most tests would fail. */
export default function requireBuild(): void {
  const problem = problemOfBuild()
  if (problem === undefined) return
  console.error(problem)
  process.exit(1)
}

function problemOfBuild(): string | undefined {
  if (!existsSync('out/build.json') || !existsSync('server/dist/notas.js'))
    return 'The build is missing. Run `npm run build` first, or `npm test`, which builds.'
  const { basePath, apiHost } = JSON.parse(readFileSync('out/build.json', 'utf8'))
  if (basePath === BASE && apiHost === '') return undefined
  return (
    `out/ is a build for BASE_PATH='${basePath}' and NEXT_PUBLIC_API_HOST='${apiHost}', and the tests need another: ` +
    `run \`BASE_PATH=${BASE} NEXT_PUBLIC_API_HOST= npm run build\` first.`
  )
}
