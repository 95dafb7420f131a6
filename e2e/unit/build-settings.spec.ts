import { spawnSync } from 'node:child_process'
import { expect, test } from '@playwright/test'

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
