import type { JSONReport, JSONReportSuite, JSONReportTest } from '@playwright/test/reporter'
import type { Measured, Tested } from './promises'

export type Coverage = Record<'statements' | 'branches', { total: number; pct: number | '' }> & {
  processes: number
}
export type Results = { date: string; figures: object }
type Outcome = { file: string; project: string; status: JSONReportTest['status'] }

type Run = {
  report: JSONReport
  coverage: Coverage
  /** Build and machine that were tested. */
  place: string
  tested: Tested[]
  measured: Measured[]
  resultsOf: (benchmark: string) => Results
}

/** The page with the results of a run, and the promises that the run does not prove. */
export function withRun(
  page: string,
  { report, coverage, place, ...run }: Run,
): { page: string; unproved: string[] } {
  const { stats } = report
  const date = stats.startTime.slice(0, 10)
  const outcomes = outcomesOf(report.suites)
  const rows: string[] = []
  const unproved: string[] = []
  for (const one of run.tested) {
    const figure = figureOf(one, outcomes)
    if (figure) rows.push(`- ${one.promise}: **${figure}**, ${date}. \`${commandOf(one)}\``)
    else unproved.push(one.promise)
  }
  for (const { promise, benchmark, figureOf: figureIn } of run.measured) {
    const { date: measuredOn, figures } = run.resultsOf(benchmark)
    const figure = figureIn(figures as never)
    rows.push(`- ${promise}: **${figure}**, ${measuredOn.slice(0, 10)}. \`npm run bench -- ${benchmark}\``)
  }
  const { statements, branches, processes } = coverage
  const summary = [
    `\`npm run test:report\` on ${date}: ${counted(stats)}, in ${Math.round(stats.duration / 60_000)} minutes.`,
    `Tested: ${place}.`,
    `Coverage of the host: ${statements.pct} % of ${statements.total} statements, ${branches.pct} % of ${branches.total} branches,`,
    `by ${processes} processes.`,
  ]
  const results = `\n${rows.join('\n')}\n\n${summary.join('\n')}\n\n`
  const marked = /(?<=<!-- run -->\n)[\s\S]*(?=<!-- \/run -->)/
  if (!marked.test(page)) throw new Error('The page has no place for a run.')
  return { page: page.replace(marked, () => results), unproved }
}

export function commandOf({ files, projects = [] }: Tested): string {
  const names = projects.map((name) => (name.includes(' ') ? `'${name}'` : name))
  const paths = files.map((file) => `e2e/${file}`)
  return [...paths, ...(names.length > 0 ? ['--project', ...names] : [])].join(' ')
}

/** Undefined if a test failed, or if none has passed under one of the files in one of the projects. */
function figureOf({ files, projects }: Tested, outcomes: Outcome[]): string | undefined {
  const own = outcomes.filter(
    ({ file, project }) => files.some((path) => isUnder(path, file)) && (projects?.includes(project) ?? true),
  )
  const passed = own.filter(({ status }) => status === 'expected' || status === 'flaky')
  const isCovered = files.every((path) =>
    (projects ?? [undefined]).every((name) =>
      passed.some(({ file, project }) => isUnder(path, file) && project === (name ?? project)),
    ),
  )
  if (!isCovered || own.some(({ status }) => status === 'unexpected')) return undefined
  const skipped = own.filter(({ status }) => status === 'skipped').length
  const flaky = own.filter(({ status }) => status === 'flaky').length
  return counted({ expected: passed.length - flaky, skipped, unexpected: 0, flaky })
}

function isUnder(path: string, file: string): boolean {
  return file === path || file.startsWith(`${path}/`)
}

function counted({
  expected,
  flaky,
  unexpected,
  skipped,
}: Omit<JSONReport['stats'], 'startTime' | 'duration'>): string {
  const others = { 'at the second try': flaky, failed: unexpected, skipped }
  const named = Object.entries(others).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []))
  return [`${expected} passed`, ...named].join(', ')
}

/** A test that an interrupted run has not begun counts as failed. */
function outcomesOf(suites: JSONReportSuite[]): Outcome[] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ file, tests }) =>
      tests.map(({ projectName, status, results }) => ({
        file,
        project: projectName,
        status: results.length > 0 ? status : 'unexpected',
      })),
    ),
    ...outcomesOf(inner),
  ])
}
