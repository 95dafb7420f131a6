import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { chromium } from '@playwright/test'
import { findChromium } from '../e2e/support/chromium'
import { type Chart, drawChart } from './chart'

/** Keeps what a benchmark has measured, with all that it depends on, and draws it. */
export function keepResult(name: string, figures: object, chart: Chart): void {
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
    // What else it does at the time: above the number of cores, times say little.
    load: Number(loadavg()[0]?.toFixed(1)),
  }
}

function versions() {
  return {
    commit: commit(),
    node: process.version,
    next: versionOf('next'),
    react: versionOf('react'),
    chromium: said(findChromium()?.executablePath ?? chromium.executablePath(), [
      '--version',
      '--no-sandbox',
    ]),
  }
}

/** Null outside of a repository. What benchmarks leave in it is no change. */
function commit(): string | null {
  const id = said('git', ['rev-parse', '--short', 'HEAD'])
  const changes = said('git', ['status', '--porcelain', '--', '.', ':!bench/results'])
  return id && (changes ? `${id} with changes` : id)
}

export function versionOf(dependency: string): string {
  return JSON.parse(readFileSync(`node_modules/${dependency}/package.json`, 'utf8')).version
}

/** What a program prints; null where it is not there, or knows no answer. */
function said(program: string, args: string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
