import { existsSync } from 'node:fs'

/** Ends a run in which every test would fail. */
export default function requireBuild(): void {
  if (existsSync('out/index.html') && existsSync('server/dist/main.js')) return
  throw new Error(
    'There is no build to test. Make one with `npm run build`, or run `npm test`, which builds first.',
  )
}
