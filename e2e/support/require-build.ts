import { existsSync } from 'node:fs'

/** Stops a run without a build, in which every test would fail. */
export default function requireBuild(): void {
  if (existsSync('out/index.html') && existsSync('server/dist/main.js')) return
  throw new Error('The build is missing. Run `npm run build` first, or `npm test`, which builds.')
}
