import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium'

/** Each needs an export of its own. */
const BASE_PATHS = ['', '/app', '/a/b']

const executablePath = findChromium()

export default defineConfig<object, { basePath: string }>({
  testDir: '.',
  outputDir: 'results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  reporter: 'list',
  projects: [
    { name: 'notas', testIgnore: 'static-hosts/**' },
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
