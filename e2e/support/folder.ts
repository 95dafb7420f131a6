import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'

/** `folder` is empty, and removed after the test. */
export const test = base.extend<{ folder: string }>({
  folder: async ({ browserName: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'notas-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})
