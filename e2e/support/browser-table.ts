import { readdirSync, writeFileSync } from 'node:fs'
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { ENGINES } from './engines/engine'

/** `reason` is why a story was skipped. */
type Cell = { seconds: number; status: TestResult['status']; reason: string | undefined }

const FILE = 'docs/browsers.md'

const INTRODUCTION = `# Stories in three engines

Written by \`npm run test:browsers\`. Each cell is the time of a story in seconds, or why there is none. The stories are in
\`e2e/browser/engines/\`; \`npm run test:all\` runs those without \`@all-browsers\` in each engine, and all other stories of
\`e2e/browser/\` in Chromium. The machine is shared, so the times tell little.
`

/** Writes a table of all stories and engines, if a run had all files in all engines once. */
export default class BrowserTable implements Reporter {
  private readonly versions = new Map<string, string>()
  private readonly rows = new Map<string, Map<string, Cell>>()
  private isWhole = false

  onBegin(_: FullConfig, suite: Suite): void {
    const files = new Set(suite.allTests().map(({ location }) => location.file))
    const all = readdirSync('e2e/browser/engines').length
    const isRepeated = suite.suites.some((project) => project.project()?.repeatEach !== 1)
    this.isWhole = files.size === all && suite.suites.length === ENGINES.length && !isRepeated
  }

  onTestEnd({ title, parent, annotations }: TestCase, { status, duration }: TestResult): void {
    const engine = parent.project()?.name ?? ''
    const version = annotations.find(({ type }) => type === 'version')?.description
    if (version) this.versions.set(engine, version)
    const row = this.rows.get(title) ?? new Map<string, Cell>()
    const reason = annotations.find(({ type }) => type === 'skip')?.description
    this.rows.set(title, row.set(engine, { status, seconds: duration / 1000, reason }))
  }

  onEnd(): void {
    if (!this.isWhole) return
    const engines = [...this.versions.keys()]
    const table = [
      ['story', ...this.versions.values()],
      ['---', ...engines.map(() => '--:')],
      ...[...this.rows].map(([title, row]) => [title, ...engines.map((engine) => textOf(row.get(engine)))]),
    ]
    const lines = table.map((cells) => `| ${cells.join(' | ')} |`)
    writeFileSync(FILE, `${INTRODUCTION}\n${lines.join('\n')}\n`)
  }
}

function textOf(cell: Cell | undefined): string {
  if (!cell) return 'not run'
  return cell.status === 'passed' ? cell.seconds.toFixed(1) : (cell.reason ?? cell.status)
}
