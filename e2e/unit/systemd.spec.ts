import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { isInstalled } from '../support/servers/process'

test.skip(!isInstalled('systemd-analyze') && !process.env.CI, 'systemd is not installed')

const SERVICES = ['notas.service', 'notas-backup.service']

test('systemd accepts the units', () => {
  const units = [...SERVICES, 'notas-backup.timer', 'cluster/leave-full-disk.service'].map(copyOf)
  const { status, output } = analyze('verify', '--man=no', '--recursive-errors=no', ...units)
  expect(status, output).toBe(0)
})

for (const service of SERVICES) {
  test(`systemd finds less than 2.0 of exposure in ${service}`, () => {
    const { status, output } = analyze('security', '--offline=yes', '--threshold=19', copyOf(service))
    expect(status, output).toBe(0)
  })
}

function analyze(...parameters: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['--no-pager', ...parameters], {
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

/** A unit with programs of this machine, because systemd looks for them. */
function copyOf(unit: string): string {
  const copy = test.info().outputPath(basename(unit))
  const text = readFileSync(`deploy/${unit}`, 'utf8')
    .replaceAll('/usr/bin/node', process.execPath)
    .replaceAll('/etc/patroni', resolve('deploy/cluster'))
  writeFileSync(copy, text)
  return copy
}
