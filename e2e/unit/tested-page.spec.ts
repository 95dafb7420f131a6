import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import type { JSONReport, JSONReportTest } from '@playwright/test/reporter'
import { commandOf, withRun } from '../support/report/page'
import { MEASURED, TESTED } from '../support/report/promises'

const PAGE = readFileSync('docs/how-it-is-tested.md', 'utf8')

const ONE_NOTE = { promise: 'One note', files: ['browser/writes'] }
const EVERYWHERE = {
  promise: 'Everywhere',
  files: ['engines'],
  projects: ['firefox', 'webkit on plain http'],
}

/** The page of a run that has these tests: its list, and what is left out. */
function written(
  ...tests: [file: string, project: string, status: JSONReportTest['status'] | 'not begun'][]
) {
  const specs = tests.map(([file, projectName, status]) => ({
    file,
    tests: [{ projectName, status, results: status === 'not begun' ? [] : [{}] }],
  }))
  const stats = {
    startTime: '2026-11-24T01:02:03.000Z',
    duration: 840_000,
    expected: 3,
    flaky: 1,
    unexpected: 2,
  }
  const { page, unproved } = withRun('Before.\n<!-- run -->\nold\n<!-- /run -->\nAfter.\n', {
    report: {
      suites: [{ specs: [], suites: [{ specs }] }],
      stats: { ...stats, skipped: 0 },
    } as never as JSONReport,
    coverage: { statements: { total: 2000, pct: 95.5 }, branches: { total: 900, pct: 90 }, processes: 700 },
    place: '1.1.0',
    tested: [ONE_NOTE, EVERYWHERE],
    measured: [
      {
        promise: 'Quick',
        benchmark: 'host',
        figureOf: ({ notes }: { notes: number }) => `${notes} a second`,
      },
    ],
    resultsOf: () => ({ date: '2026-11-22T00:00:00.000Z', figures: { notes: 4644 } }),
  })
  return { page, list: page.match(/^- .*/gm), unproved }
}

const QUICK = '- Quick: **4644 a second**, 2026-11-22. `npm run bench -- host`'
const WRITES = ['browser/writes/retry.spec.ts', 'browser', 'expected'] as const

test('the page has the promises that a run proves, with what it counted, and the coverage', () => {
  const { page, list, unproved } = written(
    [...WRITES],
    ['browser/writes/leases.spec.ts', 'cluster', 'flaky'],
    ['browser/writes/leases.spec.ts', 'browser', 'skipped'],
    ['browser/writes-of-others.spec.ts', 'browser', 'unexpected'],
    ['engines/share.spec.ts', 'firefox', 'expected'],
    ['engines/share.spec.ts', 'chromium', 'unexpected'],
    ['engines/share.spec.ts', 'webkit on plain http', 'expected'],
  )
  expect(list).toEqual([
    '- One note: **1 passed, 1 at the second try, 1 skipped**, 2026-11-24. `e2e/browser/writes`',
    "- Everywhere: **2 passed**, 2026-11-24. `e2e/engines --project firefox 'webkit on plain http'`",
    QUICK,
  ])
  expect(unproved).toEqual([])
  expect(page).toMatch(/^Before\.\n<!-- run -->\n\n- One note[\s\S]*\n\n<!-- \/run -->\nAfter\.\n$/)
  expect(page).toContain('on 2026-11-24: 3 passed, 1 at the second try, 2 failed, in 14 minutes.')
  expect(page).toContain('95.5 % of 2000 statements, 90 % of 900 branches,\nby 700 processes.')
})

test('a promise is left out whose tests failed, were skipped, were not begun, or did not run in one of the projects', () => {
  for (const status of ['unexpected', 'not begun'] as const) {
    const { list, unproved } = written([...WRITES], ['browser/writes/leases.spec.ts', 'browser', status])
    expect(list, status).toEqual([QUICK])
    expect(unproved, status).toEqual(['One note', 'Everywhere'])
  }
  expect(written(['browser/writes/retry.spec.ts', 'browser', 'skipped']).list).toEqual([QUICK])
  expect(written(['engines/share.spec.ts', 'firefox', 'expected']).list).toEqual([QUICK])
})

test('the page names tests and results that exist, and no promise that is not in the list', () => {
  const named = [...PAGE.matchAll(/e2e\/[\w/.-]+/g)].map(([path]) => path)
  const promised = TESTED.flatMap(({ files }) => files.map((file) => `e2e/${file}`))
  expect([...named, ...promised].filter((path) => !existsSync(path))).toEqual([])
  const figures = (benchmark: string) =>
    JSON.parse(readFileSync(`bench/results/${benchmark}.json`, 'utf8')).figures as never
  for (const { benchmark, figureOf } of MEASURED)
    expect(figureOf(figures(benchmark)), benchmark).toMatch(/\b[1-9][\d.]*\b/)
  const list = PAGE.match(/<!-- run -->([\s\S]*)<!-- \/run -->/)?.[1] ?? ''
  const commands = [
    ...TESTED.map(commandOf),
    ...MEASURED.map(({ benchmark }) => `npm run bench -- ${benchmark}`),
  ]
  for (const [, command = ''] of list.matchAll(/^- .*`(.+)`$/gm)) expect(commands).toContain(command)
})
