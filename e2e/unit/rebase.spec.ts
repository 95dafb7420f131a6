import { chmodSync, cpSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { rebase } from '@/server/rebase'
import { readFolder } from '@/server/site/folder'
import { moveSite } from '@/server/site/site'
import { hashesOf } from '../support/file-hashes'
import { test } from '../support/folder'

const API = 'https://api.example.com'

let parent: string
let site: string

test.beforeEach(({ folder }) => {
  parent = folder
  site = join(parent, 'site')
  cpSync('out', site, { recursive: true })
})

test('a build is moved, its files keep their permissions, and its recipes lie beside it', () => {
  chmodSync(site, 0o750)
  chmodSync(join(site, 'index.html'), 0o640)
  writeFileSync(join(site, 'robots.txt'), 'Disallow: /')
  const expected = hashesOf(moveSite(readFolder(site), { basePath: '/a/b', apiHost: API }))

  expect(run('--base-path', '/a/b', '--api-host', API, site)).toBe(
    `${site} is now a build for /a/b that calls the API on ${API}. Its recipes are in ${site}-recipes.`,
  )
  expect(hashesOf(readFolder(site))).toEqual(expected)
  expect(statSync(site).mode & 0o777).toBe(0o750)
  expect(statSync(join(site, 'notas')).mode & 0o777).toBe(0o750)
  expect(statSync(join(site, 'index.html')).mode & 0o777).toBe(0o640)
  expect(readdirSync(parent).sort()).toEqual(['site', 'site-recipes'])
  const recipes = readFolder(`${site}-recipes`)
  expect([...recipes.keys()]).toContain('nginx.conf')
  for (const [name, text] of recipes) expect(text.includes('{{BASE_PATH}}'), name).toBe(false)
  expect(String(recipes.get('_redirects'))).toContain('/a/b/note-editor/:id ')
})

test('without --api-host a build keeps its API host, and an empty one removes it', () => {
  run('--base-path', '/a', '--api-host', API, site)
  expect(run('--base-path', '', site)).toContain(`a build for the root that calls the API on ${API}.`)
  expect(run('--base-path', '', '--api-host', '', site)).toContain('the API on its own origin.')
})

/** SITE stands for the folder of the build. */
const INVALID: [name: string, args: string, sentence: RegExp][] = [
  ['no arguments', '', /^Usage: node notas rebase --base-path PATH /],
  ['no folder', '--base-path /a', /^Usage: /],
  ['no base path', 'SITE', /^Usage: /],
  ['two folders', '--base-path /a SITE SITE', /^Usage: /],
  ['an unknown option', '--base-path /a --force SITE', /^Usage: /],
  ['an invalid base path', '--base-path a SITE', /^--base-path must be .+'a'\.$/],
  ['an invalid API host', '--base-path /a --api-host a SITE', /^--api-host must be .+'a'\.$/],
  ['a folder that does not exist', '--base-path /a SITEs', /sites does not exist\.$/],
  ['a file', '--base-path /a SITE/sw.js', /sw\.js is not a build of Notas\.$/],
  ['a folder that is no build', '--base-path /a SITE/notas', /notas is not a build of Notas\.$/],
  ['the settings that it has', '--base-path /app SITE', /site is already a build for \/app .+\.$/],
]

test('a call that is not possible gets one message, and changes nothing', () => {
  for (const [name, args, sentence] of INVALID) {
    const words = args.split(' ').filter(Boolean)
    expectRejection(
      words.map((word) => word.replace('SITE', site)),
      sentence,
      name,
    )
  }
})

test('a build with a changed page: one message, and nothing has changed', () => {
  writeFileSync(join(site, 'notas/index.html'), '<h1>Otra cosa</h1>')
  const sentence = /^The front end's notas\/index\.html is not as the build has made it\.$/
  expectRejection(['--base-path', '/a', site], sentence)
})

test('a place that cannot be written: one message, and nothing has changed', () => {
  // Even root cannot make a folder with so long a name beside it.
  const long = join(parent, 's'.repeat(250))
  renameSync(site, long)
  expectRejection(['--base-path', '/a', long], /^.+\/s+ cannot be written: ENAMETOOLONG.+\.$/)
})

function run(...args: string[]): string {
  return rebase(args, 'deploy/recipes')
}

function expectRejection(args: string[], sentence: RegExp, name?: string): void {
  const before = hashesOf(readFolder(parent))
  expect(() => run(...args)).toThrow(SettingError)
  expect(() => run(...args), name).toThrow(sentence)
  expect(hashesOf(readFolder(parent))).toEqual(before)
}
