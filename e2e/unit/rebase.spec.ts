import { chmodSync, cpSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { rebase, type Target } from '@/server/rebase'
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

  expect(run(site, { basePath: '/a/b', apiHost: API })).toBe(
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
  run(site, { basePath: '/a', apiHost: API })
  expect(run(site, { basePath: '' })).toContain(`a build for the root that calls the API on ${API}.`)
  expect(run(site, { basePath: '', apiHost: '' })).toContain('the API on its own origin.')
})

test('--demo adds a host to every page and to none before, and a demo can be moved', () => {
  const demoPages = () =>
    [...readFolder(site)].filter(([name, bytes]) => name.endsWith('.html') && bytes.includes('demo-strip'))
  const pages = [...readFolder(site).keys()].filter((name) => name.endsWith('.html'))
  for (const [name, bytes] of readFolder(site)) expect(bytes.includes('demo-'), name).toBe(false)
  const id = buildIdOf(site)
  const original = hashesOf(readFolder('out'))

  run(site, { basePath: '/a', apiHost: API })
  expect(run(site, { demo: true })).toBe(
    `${site} is now a demo for /a that calls no host. Its recipes are in ${site}-recipes.`,
  )
  expect(demoPages().map(([name]) => name)).toEqual(pages)
  run(site, { basePath: '/app' })
  expect(demoPages()).toHaveLength(pages.length)
  expect(buildIdOf(site)).not.toBe(id)
  expect(hashesOf(readFolder('out'))).toEqual(original)
  expectRejection(site, /site is already a demo for \/app that calls no host\.$/, { target: { demo: true } })
  expectRejection(site, /^A demo has no API host\.$/, { target: { basePath: '', apiHost: API } })
})

/** The build's name, as its worker has it. */
function buildIdOf(folder: string): string | undefined {
  return /BUILD_ID="(\w+)"/.exec(String(readFolder(folder).get('sw.js')))?.[1]
}

const INVALID: [name: string, path: string, target: Target, sentence: RegExp][] = [
  ['an invalid base path', '', { basePath: 'a' }, /^--base-path must be .+'a'\.$/],
  ['an invalid API host', '', { basePath: '/a', apiHost: 'a' }, /^--api-host must be .+'a'\.$/],
  ['a folder that does not exist', 's', { basePath: '/a' }, /sites does not exist\.$/],
  ['a file', '/sw.js', { basePath: '/a' }, /sw\.js is not a build of Notas\.$/],
  ['a folder that is no build', '/notas', { basePath: '/a' }, /notas is not a build of Notas\.$/],
  ['the settings that it has', '', { basePath: '/app' }, /site is already a build for \/app .+\.$/],
]

test('a call that is not possible gets one message, and changes nothing', () => {
  for (const [name, path, target, sentence] of INVALID)
    expectRejection(`${site}${path}`, sentence, { name, target })
})

test('a build with a changed page: one message, and nothing has changed', () => {
  writeFileSync(join(site, 'notas/index.html'), '<h1>Otra cosa</h1>')
  const sentence = /^The front end's notas\/index\.html is not as the build has made it\.$/
  expectRejection(site, sentence)
})

test('a place that cannot be written: one message, and nothing has changed', () => {
  // Even root cannot make a folder with so long a name beside it.
  const long = join(parent, 's'.repeat(250))
  renameSync(site, long)
  expectRejection(long, /^.+\/s+ cannot be written: ENAMETOOLONG.+\.$/)
})

function run(folder: string, target: Target): string {
  return rebase(folder, target, '.')
}

function expectRejection(
  folder: string,
  sentence: RegExp,
  { name, target = { basePath: '/a' } }: { name?: string; target?: Target } = {},
): void {
  const before = hashesOf(readFolder(parent))
  expect(() => run(folder, target)).toThrow(SettingError)
  expect(() => run(folder, target), name).toThrow(sentence)
  expect(hashesOf(readFolder(parent))).toEqual(before)
}
