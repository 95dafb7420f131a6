import { resolve } from 'node:path'
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import { findChromium, findChromiums } from './support/chromium'
import { ENGINES } from './support/engines/engine'
import { findEngine } from './support/engines/find-engine'
import type { EngineOptions } from './support/engines/fixtures'
import type { Options } from './support/fixtures'
import type { HeardOptions } from './support/heard/fixtures'
import { missingFor } from './support/heard/installed'
import { chooseSeed } from './support/random'
import { findPostgres } from './support/servers/postgres'
import { isInstalled } from './support/servers/process'

// A retry has the seed of the first try. Workers have the environment.
process.env.SEED_OF_RUN ??= String(chooseSeed())

/** In CI, tests fail if their servers are not installed; elsewhere they are skipped. */
const isComplete = Boolean(process.env.CI)
const hasCluster = isComplete || (findPostgres() !== undefined && isInstalled('nginx'))
/** `npm run test:browsers` runs all stories in the engines, and other runs some. */
const hasAllStories = process.env.STORIES === 'all'
const STORIES = ['e2e/browser/*.spec.ts', 'e2e/browser/{account,drafts,list,writes}/*.spec.ts']
const SKIPPED = 'e2e/support/skipped.spec.ts'
/** `npm run test:report` measures what the programs run that tests start, not the tests themselves. */
const isReported = Boolean(process.env.REPORT)
if (isReported && process.env.TEST_WORKER_INDEX)
  process.env.NODE_V8_COVERAGE = resolve('e2e/results/coverage')

/** Projects of `npm test`; of the last two, the tests tagged `@default`. */
const DEFAULT = ['unit', 'api', 'browser', 'static hosts', 'package']
/** Options whose next word names no test. */
const WITH_WORD = /^(--(add-reporter|grep-invert|output|reporter|trace)|-G)$/
// Tests or projects that are named are chosen from all. Workers have the environment, and not these arguments.
const isNamed = process.argv
  .slice(5)
  .some((word, at, all) => /^([^-\d]|--(project|grep)=)/.test(word) && !WITH_WORD.test(all[at - 1] ?? ''))
if (isNamed) delete process.env.TESTS
const isDefault = process.env.TESTS === 'default'
const PART = isDefault ? /@default/ : /./
/** `npm test` leaves out load, limits and long inputs, hosts of others, and logins by a provider, which are off by default. */
const LEFT_OUT = isDefault
  ? { grepInvert: /@slow|on a host of seven calls/, testIgnore: 'e2e/**/oidc*.spec.ts' }
  : {}

type TestOptions = Options & EngineOptions & HeardOptions & { basePath: string }

/** Base paths of the demo in an engine: one of two, or both with all stories. */
function demoPathsOf(engine: string): string[] {
  if (hasAllStories) return ['', '/a/b']
  return [engine === 'firefox' ? '/a/b' : '']
}

/** The two deployments: a host with a SQLite file, and three with PostgreSQL behind nginx. */
const CLUSTER: Options = { database: 'PostgreSQL', nodes: 3 }

const PROJECTS: NonNullable<PlaywrightTestConfig<object, TestOptions>['projects']> = [
  // A worker takes seconds to start its hosts and browser, so small projects have one.
  { name: 'faults', testMatch: 'e2e/faults/*.spec.ts', workers: 1 },
  ...ENGINES.filter((engine) => hasAllStories || engine !== 'oldest chromium').map((engine) => ({
    name: engine,
    testMatch: isComplete || findEngine(engine) ? 'e2e/browser/engines/*.spec.ts' : SKIPPED,
    grepInvert: hasAllStories ? /@never/ : /@all-browsers/,
    use: { engine },
    workers: 1,
  })),
  ...ENGINES.filter((engine) => engine !== 'oldest chromium').map((engine) => ({
    name: `${engine} on plain http`,
    testMatch: isComplete || findEngine(engine) ? 'e2e/browser/engines/*.spec.ts' : SKIPPED,
    grep: isComplete || findEngine(engine) ? /@plain-http/ : /./,
    use: { engine, isSecure: false },
    workers: 1,
  })),
  ...ENGINES.filter((engine) => engine !== 'oldest chromium').flatMap((engine) =>
    demoPathsOf(engine).map((demoPath) => ({
      name: `demo under ${demoPath || 'the root'} in ${engine}`,
      testMatch: isComplete || findEngine(engine) ? 'e2e/browser/{demo,engines}/*.spec.ts' : SKIPPED,
      grep: isComplete || findEngine(engine) ? /@demo/ : /./,
      grepInvert: hasAllStories ? /@never/ : /@all-browsers/,
      use: { engine, demoPath },
      workers: 1,
    })),
  ),
  ...(['firefox', 'chromium'] as const).map((browser) => ({
    name: `heard in ${browser}`,
    testMatch: isComplete || missingFor(browser).length === 0 ? 'e2e/heard/*.spec.ts' : SKIPPED,
    use: { heardIn: browser, trace: 'off' as const, screenshot: 'off' as const },
    // A sentence may come after a minute.
    timeout: 300_000,
    workers: 1,
  })),
  ...findChromiums().map(({ name, options }) => ({
    name: `smoke in ${name}`,
    testMatch: ['e2e/browser/{first-note,installable}.spec.ts', 'e2e/static-hosts/second-opening.spec.ts'],
    use: { launchOptions: options },
    workers: 1,
  })),
  {
    name: 'static hosts',
    testMatch: 'e2e/static-hosts/*.spec.ts',
    grep: PART,
    use: { basePath: '/a/b' },
    workers: 1,
  },
  ...['', '/app'].map((basePath) => ({
    name: `static hosts under ${basePath || 'the root'}`,
    testMatch: 'e2e/static-hosts/*.spec.ts',
    grep: /@base-path/,
    use: { basePath },
    workers: 1,
  })),
  {
    name: 'browser on a cluster',
    testMatch: hasCluster ? STORIES : SKIPPED,
    grep: hasCluster ? /@cluster/ : /./,
    use: CLUSTER,
    workers: 1,
  },
  {
    name: 'cluster',
    testMatch: hasCluster
      ? [
          'e2e/api/data/*.spec.ts',
          'e2e/api/postgres/*.spec.ts',
          'e2e/contract/{any-host,calls,round-trip}.spec.ts',
          'e2e/cluster/*.spec.ts',
        ]
      : SKIPPED,
    use: CLUSTER,
    workers: 1,
  },
  { name: 'package', testMatch: 'e2e/package/*.spec.ts', grep: PART, use: { trace: 'off' }, workers: 1 },
  { name: 'unit', testMatch: 'e2e/unit/**/*.spec.ts', ...LEFT_OUT, use: { trace: 'off' }, workers: 1 },
  {
    name: 'browser',
    testMatch: STORIES,
    ...LEFT_OUT,
    // Motion takes a sixth of a test's time. The other projects run with it.
    use: { contextOptions: { reducedMotion: 'reduce' } },
  },
  {
    name: 'api',
    testMatch: ['e2e/api/{http,data,sqlite}/*.spec.ts', 'e2e/contract/*.spec.ts'],
    ...LEFT_OUT,
    use: { trace: 'off' },
  },
]

export default defineConfig<object, TestOptions>({
  testDir: '.',
  outputDir: 'results',
  fullyParallel: true,
  forbidOnly: isComplete,
  // With one worker a core, the cores are idle for a tenth of the time.
  workers: '150%',
  globalTimeout: 60 * 60_000,
  // Limits of the tests, and not of the product: nothing fails because a machine is busy.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // Shared machines are slow at times: a test that passes at a later try is reported as flaky.
  retries: isComplete ? 2 : 0,
  reporter: [
    ['line'],
    ['./support/time-report.ts'],
    ...(hasAllStories ? [['./support/browser-table.ts'] as const] : []),
    ...(isReported ? [['json', { outputFile: 'results/report.json' }] as const] : []),
  ],
  globalSetup: './support/require-build.ts',
  projects: PROJECTS.filter(({ name = '' }) => !isDefault || DEFAULT.includes(name)),
  use: {
    locale: 'es-ES',
    screenshot: 'only-on-failure',
    // Recording takes a tenth of the time: with retries, only the second try is recorded, else with `--trace on`.
    trace: { mode: 'on-first-retry', screenshots: false },
    // page.route does not see responses of a service worker.
    serviceWorkers: 'block',
    launchOptions: findChromium() ?? {},
  },
})
