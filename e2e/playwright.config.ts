import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium'
import type { Options } from './fixtures'

/** Each needs an export of its own. */
const BASE_PATHS = ['', '/app', '/a/b']

const executablePath = findChromium()

export default defineConfig<object, Options & { basePath: string }>({
  testDir: '.',
  outputDir: 'results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  reporter: 'list',
  projects: [
    { name: 'notas', testIgnore: ['static-hosts/**', 'e2e/host/**', 'e2e/contract/**', 'e2e/nodes/**'] },
    {
      name: 'host on SQLite',
      testMatch: ['e2e/host/*.spec.ts', 'e2e/host/sqlite/*.spec.ts', 'e2e/contract/*.spec.ts'],
      use: { database: 'SQLite' },
    },
    {
      name: 'host on PostgreSQL',
      testMatch: ['e2e/host/*.spec.ts', 'e2e/host/postgres/*.spec.ts', 'e2e/contract/*.spec.ts'],
      use: { database: 'PostgreSQL' },
    },
    {
      name: 'three nodes',
      testMatch: ['e2e/nodes/*.spec.ts', 'e2e/browser/*.spec.ts', 'e2e/contract/*.spec.ts'],
      use: { database: 'PostgreSQL', nodes: 3 },
    },
    ...BASE_PATHS.map((basePath) => ({
      name: `under ${basePath || 'the root'}`,
      testMatch: 'static-hosts/*.spec.ts',
      use: { basePath },
    })),
  ],
  use: {
    locale: 'es-ES',
    screenshot: 'only-on-failure',
    launchOptions: executablePath ? { executablePath } : {},
  },
})
