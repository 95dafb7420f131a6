import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium'

const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  reporter: 'list',
  use: {
    locale: 'es-ES',
    screenshot: 'only-on-failure',
    launchOptions: executablePath ? { executablePath } : {},
  },
})
