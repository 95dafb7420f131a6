import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { chromium } from '@playwright/test'
import { findChromium } from '../e2e/support/chromium'
import { type Chart, drawChart } from './chart'

/** Its arguments are the options and numbers that follow its name. */
export type Benchmark = (args: string[]) => Promise<Result>

export type Result = {
  tables: Record<string, object>
  figures: object
  chart: Chart
  /** False if some sizes alone were measured; such a result is printed and not saved. */
  isComplete?: boolean
}

/** Prints the tables, and writes figures with machine and versions, and the chart, to bench/results/. */
export function report(name: string, { tables, figures, chart, isComplete = true }: Result): void {
  for (const [title, rows] of Object.entries(tables)) {
    console.log(title)
    console.table(rows)
  }
  if (!isComplete) return
  const result = {
    benchmark: name,
    date: new Date().toISOString(),
    machine: machine(),
    versions: versions(),
    figures,
  }
  writeFileSync(`bench/results/${name}.json`, `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(`bench/results/${name}.svg`, drawChart(chart))
}

function machine() {
  return {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    os: `${type()} ${release()}`,
    load: Number(loadavg()[0]?.toFixed(1)),
  }
}

function versions() {
  return {
    commit: commit(),
    node: process.version,
    next: versionOf('next'),
    react: versionOf('react'),
    chromium: outputOf(findChromium()?.executablePath ?? chromium.executablePath(), [
      '--version',
      '--no-sandbox',
    ]),
  }
}

function commit(): string | null {
  const id = outputOf('git', ['rev-parse', '--short', 'HEAD'])
  const changes = outputOf('git', ['status', '--porcelain', '--', '.', ':!bench/results'])
  return id && (changes ? `${id} with changes` : id)
}

export function versionOf(dependency: string): string {
  return JSON.parse(readFileSync(`node_modules/${dependency}/package.json`, 'utf8')).version
}

function outputOf(program: string, args: string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
