import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { buildId } from '../../deploy/build-id.mjs'
import { writeServiceWorker } from '../../deploy/build-service-worker'

let folder: string

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notas-release-'))
})
test.afterEach(() => rmSync(folder, { recursive: true }))

for (const file of ['next.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json']) {
  test(`another ${file} makes another release`, () => {
    const before = buildId([''], folder)
    writeFileSync(join(folder, file), '{}')
    expect(buildId([''], folder)).not.toBe(before)
    expect(buildId([''], folder)).toBe(buildId([''], folder))
  })
}

test('a file too large to be kept stops the build', async () => {
  writeFileSync(join(folder, 'index.html'), Buffer.alloc(17 * 1024 * 1024))
  await expect(writeServiceWorker(folder, '')).rejects.toThrow('index.html is 17.8 MB')
})
