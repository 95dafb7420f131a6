import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import nextEnv from '@next/env'
import { parseBasePath, parseOrigin } from '../lib/domain/deployment.mjs'
import { buildEarlyCall } from './build-early-call'
import { buildServiceWorker } from './build-service-worker'
import { withCsp, withScript } from './csp'

nextEnv.loadEnvConfig(process.cwd(), false, { info() {}, error: console.error })

const basePath = parseBasePath('BASE_PATH', process.env.BASE_PATH)
const apiHost = parseOrigin('NEXT_PUBLIC_API_HOST', process.env.NEXT_PUBLIC_API_HOST)

finishPages(await buildEarlyCall(basePath, apiHost))
await buildServiceWorker('out', basePath)
fillRecipes()

function finishPages(earlyCall: string): void {
  for (const page of filesIn('out').filter((file) => file.endsWith('.html'))) {
    try {
      writeFileSync(page, withCsp(withScript(readFileSync(page, 'utf8'), earlyCall), apiHost))
    } catch (cause) {
      console.error(`${page} cannot be published: ${cause instanceof Error ? cause.message : cause}.`)
      process.exit(1)
    }
  }
}

function fillRecipes(): void {
  rmSync('deploy/dist', { recursive: true, force: true })
  for (const recipe of filesIn('deploy/recipes')) {
    const filled = readFileSync(recipe, 'utf8')
      .replaceAll('{{BASE_PATH}}', basePath)
      .replaceAll('{{API_HOST}}', apiHost)
    const target = recipe.replace('recipes', 'dist')
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, filled)
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}
