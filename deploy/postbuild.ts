import { rmSync } from 'node:fs'
import nextEnv from '@next/env'
import { parseBasePath, parseOrigin } from '../lib/domain/deployment.mjs'
import { fillRecipes, readFolder, replaceFolder } from '../server/site/folder'
import { finishSite } from '../server/site/site'
import { buildId } from './build-id.mjs'
import { buildEarlyScripts, buildServiceWorker, precachedFiles, withScript } from './build-scripts'
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
replaceFolder('out', finishSite(template, settings))
rmSync('deploy/dist', { recursive: true, force: true })
fillRecipes('deploy/recipes', 'deploy/dist', settings)
