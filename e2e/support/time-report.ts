import { relative } from 'node:path'
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const MAX_ROWS = 10

type Time = { seconds: number; count: number }

/** Prints the slowest projects, files and fixtures at the end of a run. */
export default class TimeReport implements Reporter {
  private readonly projects = new Map<string, Time>()
  private readonly files = new Map<string, Time>()
  private readonly fixtures = new Map<string, Time>()
  private root = '.'

  onBegin({ rootDir }: FullConfig): void {
    this.root = rootDir
  }

  onTestEnd(test: TestCase, { duration, steps }: TestResult): void {
    const project = test.parent.project()?.name ?? ''
    add(this.projects, project, duration)
    add(this.files, `${relative(this.root, test.location.file)} (${project})`, duration)
    const setUps = steps.flatMap(({ category, steps: inner }) => (category === 'hook' ? inner : []))
    for (const step of setUps) {
      if (step.category === 'fixture')
        add(this.fixtures, step.title.replace(/^Fixture |"/g, ''), step.duration)
    }
  }

  onEnd(): void {
    if (this.files.size < 2) return
    print('Projects', this.projects)
    print('Slowest files', this.files)
    print('Slowest fixtures', this.fixtures)
  }
}

function add(times: Map<string, Time>, name: string, milliseconds: number): void {
  const { seconds, count } = times.get(name) ?? { seconds: 0, count: 0 }
  times.set(name, { seconds: seconds + milliseconds / 1000, count: count + 1 })
}

function print(title: string, times: Map<string, Time>): void {
  const slowest = [...times].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, MAX_ROWS)
  if (slowest.length === 0) return
  console.log(`\n${title}, in worker seconds:`)
  for (const [name, { seconds, count }] of slowest) {
    console.log(`  ${seconds.toFixed(1).padStart(6)}  ${name} (${count})`)
  }
}
