import { rmSync } from 'node:fs'
import nextEnv from '@next/env'
import { parseBasePath, parseOrigin } from '../lib/domain/deployment.mjs'
import { readDemo, withScript } from '../server/site/demo'
import { fillRecipes, readFolder, replaceFolder } from '../server/site/folder'
import { finishSite, moveSite } from '../server/site/site'
import { buildId } from './build-id.mjs'
import { buildEarlyScripts, buildServiceWorker, precachedFiles } from './build-scripts'
import { releaseOf } from './release'

nextEnv.loadEnvConfig(process.cwd(), false, { info() {}, error: console.error })

const settings = {
  basePath: parseBasePath('BASE_PATH', process.env.BASE_PATH),
  apiHost: parseOrigin('NEXT_PUBLIC_API_HOST', process.env.NEXT_PUBLIC_API_HOST),
}

const files = readFolder('out')
const earlyScripts = await buildEarlyScripts()
for (const [name, bytes] of files) {
  if (name.endsWith('.html')) files.set(name, Buffer.from(withScript(bytes.toString(), earlyScripts)))
}
files.set('sw.js', await buildServiceWorker())
const template = { ...releaseOf(), files, sources: buildId(), precached: precachedFiles(files.keys()) }
const site = finishSite(template, settings)
const isDemo = process.env.DEMO === 'on'
replaceFolder(
  'out',
  isDemo ? moveSite(site, { ...settings, apiHost: '' }, readDemo('server/dist/demo')) : site,
)
rmSync('deploy/dist', { recursive: true, force: true })
fillRecipes('deploy/recipes', 'deploy/dist', settings)
