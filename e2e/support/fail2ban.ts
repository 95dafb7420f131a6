import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { test } from '@playwright/test'
import { withSystemPrograms } from './servers/process'

/** Addresses that the filter would ban, in the order of the lines. */
export function addressesIn(lines: string[]): string[] {
  return fail2banRegex('ip', lines)
}

/** @param output what `fail2ban-regex` prints of each match, such as `ip` */
export function fail2banRegex(output: string, lines: string[]): string[] {
  const file = test.info().outputPath('host.log')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const found = runFail2ban('fail2ban-regex', ['-o', output, file, 'deploy/fail2ban/notas.conf'])
  return found.split('\n').filter((line) => line !== '')
}

export function runFail2ban(program: string, parameters: string[]): string {
  return execFileSync(program, parameters, { env: withSystemPrograms, encoding: 'utf8', stdio: 'pipe' })
}
