import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium'
import type { Options } from './fixtures'
import { findPostgres } from './postgres'
import { isInstalled } from './server-process'
import { ENGINES } from './support/engines/engine'
import { findEngine } from './support/engines/find-engine'
import type { EngineOptions } from './support/engines/fixtures'

/** Each needs an export of its own. */
const BASE_PATHS = ['', '/app', '/a/b']

/** In CI a proof fails where its servers are missing. */
const isComplete = Boolean(process.env.CI)
const hasPostgres = isComplete || findPostgres() !== undefined
const hasNodes = isComplete || (hasPostgres && isInstalled('nginx'))
const SKIPPED = 'e2e/skipped.spec.ts'

/** Stories that say nothing of who serves them: they bring the answers, the build or the browser along. */
const WITHOUT_THE_HOST = [
  'budget',
  'database-silent',
  'drafts-killed',
  'drafts-order',
  'drafts-refused',
  'hosts-without-etags',
  'installable',
  'long-list',
  'offline',
  'policy',
  'releases',
  'screens',
]

const executablePath = findChromium()

export default defineConfig<object, Options & EngineOptions & { basePath: string }>({
  testDir: '.',
  outputDir: 'results',
  fullyParallel: true,
  forbidOnly: isComplete,
  workers: 2,
  // Machines that are shared are slow at times: what fails once and then not is told as flaky.
  retries: isComplete ? 1 : 0,
  reporter: 'list',
  projects: [
    {
      name: 'notas',
      testIgnore: [
        'static-hosts/**',
        'e2e/host/**',
        'e2e/contract/**',
        'e2e/nodes/**',
        'e2e/engines/**',
        SKIPPED,
      ],
    },
    {
      name: 'host on SQLite',
      testMatch: ['e2e/host/*.spec.ts', 'e2e/host/sqlite/*.spec.ts', 'e2e/contract/*.spec.ts'],
      use: { database: 'SQLite' },
    },
    {
      name: 'host on PostgreSQL',
      testMatch: hasPostgres
        ? ['e2e/host/*.spec.ts', 'e2e/host/postgres/*.spec.ts', 'e2e/contract/*.spec.ts']
        : SKIPPED,
      use: { database: 'PostgreSQL' },
    },
    {
      name: 'three nodes',
      testMatch: hasNodes
        ? ['e2e/nodes/*.spec.ts', 'e2e/browser/*.spec.ts', 'e2e/contract/*.spec.ts']
        : SKIPPED,
      testIgnore: WITHOUT_THE_HOST.map((name) => `e2e/browser/${name}.spec.ts`),
      // These have a static host before the nodes.
      grepInvert: /on a host with nothing but 404\.html/,
      use: { database: 'PostgreSQL', nodes: 3 },
    },
    ...ENGINES.map((engine) => ({
      name: engine,
      testMatch: isComplete || findEngine(engine) ? 'e2e/engines/*.spec.ts' : SKIPPED,
      use: { engine },
    })),
    ...BASE_PATHS.map((basePath) => ({
      name: `under ${basePath || 'the root'}`,
      testMatch: 'static-hosts/*.spec.ts',
      use: { basePath },
    })),
  ],
  use: {
    locale: 'es-ES',
    screenshot: 'only-on-failure',
    // page.route does not see what a service worker answers.
    serviceWorkers: 'block',
    launchOptions: executablePath ? { executablePath } : {},
  },
})
