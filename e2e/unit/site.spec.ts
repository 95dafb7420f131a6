import { createHash } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { type Files, readFolder } from '@/server/site/folder'
import { describeRelease, releaseIn, releaseSchema } from '@/server/site/release'
import { moveSite } from '@/server/site/site'
import { hashesOf } from '../support/file-hashes'

const out = readFolder('out')
const API = 'https://api.example.com'

const SETTINGS = [
  { basePath: '', apiHost: '' },
  { basePath: '', apiHost: API },
  { basePath: '/app', apiHost: API },
  { basePath: '/a/b', apiHost: '' },
  { basePath: '/a/b', apiHost: 'http://127.0.0.1:4000' },
]

const textOf = (site: Files, name: string) => String(site.get(name))
const textsOf = (site: Files) =>
  [...site.keys()]
    .filter((name) => /\.(html|txt|js|css|webmanifest)$/.test(name))
    .map((name) => textOf(site, name))
const scriptsOf = (site: Files) =>
  [...site.keys()].flatMap((name) => /^_next\/static\/chunks[^/]*\//.exec(name)?.[0] ?? [])

for (const settings of SETTINGS) {
  const { basePath, apiHost } = settings
  const site = moveSite(out, settings)

  test.describe(`a build that is moved to '${basePath}' with the API host '${apiHost}'`, () => {
    test('is the same after another move, and what it was after the way back', () => {
      const other = moveSite(out, { basePath: '/otra', apiHost: 'https://otra.example' })
      expect(hashesOf(moveSite(other, settings))).toEqual(hashesOf(site))
      expect(hashesOf(moveSite(site, { basePath: '/app', apiHost: '' }))).toEqual(hashesOf(out))
    })

    if (basePath !== '/app')
      test('has the base path of before nowhere', () => {
        const namesWith = (files: Files) =>
          [...files.keys()].filter((name) => /["`]\/app[/"`$\\]/.test(textOf(files, name)))
        expect(namesWith(out).length).toBeGreaterThan(40)
        expect(namesWith(site)).toEqual([])
      })

    test('has the files that its pages and its service worker name', () => {
      const named = textsOf(site).flatMap(
        (text) => text.match(/(?<=")[^"\s]*_next\/static\/[^"\\\s]+/g) ?? [],
      )
      expect(named.length).toBeGreaterThan(200)
      for (const path of new Set(named.filter((one) => /\.(js|css)$/.test(one))))
        expect([path, path.startsWith(`${basePath}/`) && site.has(path.slice(basePath.length + 1))]).toEqual([
          path,
          true,
        ])
    })

    test('has the hashes of its own scripts and files', () => {
      const pages = [...site.keys()].filter((name) => name.endsWith('.html'))
      for (const name of pages) {
        const page = textOf(site, name)
        for (const [, script = ''] of page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g))
          expect(page).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
        expect(page).toContain(`connect-src 'self'${apiHost && ` ${apiHost}`};`)
      }
      const manifest: { url: string; integrity: string }[] = JSON.parse(
        /^const MANIFEST=(.+),MANIFEST_HASH=/.exec(textOf(site, 'sw.js'))?.[1] ?? '',
      )
      expect(manifest.length).toBeGreaterThan(40)
      for (const { url, integrity } of manifest) {
        const file = site.get(url.slice(basePath.length + 1)) ?? ''
        if (url.endsWith('.html')) {
          expect([url, integrity]).toEqual([url, undefined])
          continue
        }
        expect([url, integrity]).toEqual([
          url,
          `sha384-${createHash('sha384').update(file).digest('base64')}`,
        ])
      }
    })
  })
}

test('a script that calls another API host has another name', () => {
  const folders = ['', API, 'https://otra.example'].map(
    (apiHost) => scriptsOf(moveSite(out, { basePath: '/app', apiHost }))[0],
  )
  expect(new Set(folders).size).toBe(3)
})

test('a moved build keeps its name, and one of 1.0.0 gets that', () => {
  const settings = { basePath: '/a', apiHost: '' }
  const releaseAfterMove = (build: object) => {
    const site = new Map(out).set('build.json', Buffer.from(JSON.stringify(build)))
    return releaseSchema.parse(JSON.parse(textOf(moveSite(site, settings), 'build.json')))
  }
  const { version, commit, date, ...unnamed } = JSON.parse(textOf(out, 'build.json'))
  expect(version).toMatch(/^\d+\.\d+\.\d+(-dev(\..+)?)?$/)
  expect(releaseAfterMove({ version, commit, date, ...unnamed })).toMatchObject({ version, commit, date })
  expect(releaseAfterMove(unnamed)).toMatchObject({ version: '1.0.0', commit: '', date: '' })
})

test('a release is described by what is known of it', () => {
  const release = {
    version: '1.1.0',
    commit: '17423187c66d933f967c8dd1',
    date: '2026-11-23T16:00:00Z',
    sources: '4d8badc80c4b',
  }
  expect(describeRelease(release)).toBe(
    'Notas 1.1.0 (commit 17423187c6, 2026-11-23T16:00:00Z, front end 4d8badc)',
  )
  expect(describeRelease({ ...release, commit: '', date: '' })).toBe('Notas 1.1.0 (front end 4d8badc)')
  expect(describeRelease(releaseIn('server'))).toBe('Notas dev')
})

test('files that the build did not make stay as they are', () => {
  const others = { 'robots.txt': 'Disallow: /app/', 'promo/index.html': '<a href="/app/">static/chunks/</a>' }
  const site = new Map(out)
  for (const [name, text] of Object.entries(others)) site.set(name, Buffer.from(text))
  const moved = moveSite(site, { basePath: '/a/b', apiHost: API })
  for (const [name, text] of Object.entries(others)) expect(textOf(moved, name)).toBe(text)
})

test('a build is not moved if a file is missing or has changed', () => {
  const sentence = "The front end's notas/index.html is not as the build has made it."
  for (const page of [undefined, textOf(out, 'notas/index.html').replace('<body>', '<body><p>Oferta</p>')]) {
    const site = new Map(out)
    site.delete('notas/index.html')
    if (page) site.set('notas/index.html', Buffer.from(page))
    expect(() => moveSite(site, { basePath: '', apiHost: '' })).toThrow(sentence)
  }
})
