import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { chromium } from '@playwright/test'
import { findChromium } from '../e2e/support/chromium'
import { type Chart, drawChart } from './chart'

/** Writes results with machine and versions to bench/results/, and draws the chart. */
export function saveResult(name: string, figures: object, chart: Chart): void {
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
