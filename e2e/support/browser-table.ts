import { mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Writes a table of the stories: the seconds that each takes in an engine, or why there are none. */
export default class BrowserTable implements Reporter {
  private readonly versions = new Map<string, string>()
  private readonly rows = new Map<string, Map<string, string>>()

  onTestEnd({ title, parent, annotations }: TestCase, { status, duration }: TestResult): void {
    const noteOf = (type: string) => annotations.find((one) => one.type === type)?.description
    const engine = parent.project()?.name ?? ''
    this.versions.set(engine, noteOf('version') ?? this.versions.get(engine) ?? engine)
    const cell = status === 'passed' ? (duration / 1000).toFixed(1) : (noteOf('skip') ?? status)
    this.rows.set(title, (this.rows.get(title) ?? new Map()).set(engine, cell))
  }

  onEnd(): void {
    const engines = [...this.versions.keys()]
    const table = [
      ['story', ...this.versions.values()],
      ['---', ...engines.map(() => '--:')],
      ...[...this.rows].map(([title, row]) => [title, ...engines.map((engine) => row.get(engine) ?? '')]),
    ]
    mkdirSync('e2e/results', { recursive: true })
    writeFileSync('e2e/results/browsers.md', table.map((cells) => `| ${cells.join(' | ')} |\n`).join(''))
  }
}
