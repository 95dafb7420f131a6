import { spawnSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from 'next/constants.js'
import config from '../../next.config.mjs'

const INVALID = [
  ['BASE_PATH', '/mis notas'],
  ['NEXT_PUBLIC_API_HOST', 'https://api.example.com/v1'],
] as const

for (const [variable, value] of INVALID) {
  test(`${variable}='${value}' stops the build with one sentence that names the variable`, () => {
    const build = spawnSync('node', ['next.config.mjs'], { env: { ...process.env, [variable]: value } })
    expect(build.status).toBe(1)
    expect(String(build.stderr)).toMatch(new RegExp(`^${variable} must be .*\\.\n$`))
  })
}

test('in development the root leads to the app, and an export has no redirects', async () => {
  const redirects = await config(PHASE_DEVELOPMENT_SERVER).redirects?.()
  expect(redirects).toEqual([{ source: '/', destination: '/app/', basePath: false, permanent: false }])
  expect(config(PHASE_PRODUCTION_BUILD).redirects).toBeUndefined()
})

test("a note's address opens in development too, where a rewrite stands for the host's", async () => {
  const rewrites = await config(PHASE_DEVELOPMENT_SERVER).rewrites?.()
  expect(rewrites).toEqual([{ source: '/note-editor/:id', destination: '/note-editor/' }])
  expect(config(PHASE_PRODUCTION_BUILD)).toMatchObject({ output: 'export' })
  expect(config(PHASE_PRODUCTION_BUILD).rewrites).toBeUndefined()
})
