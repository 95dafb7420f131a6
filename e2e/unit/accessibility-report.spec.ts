import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'

const REPORT = readFileSync('docs/accessibility.md', 'utf8')

const CRITERIA = REPORT.split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

const LEVEL_A = `
  1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4
  2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2`
const LEVEL_AA = `
  1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8
  3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3`

test('the accessibility report has all criteria of WCAG 2.2, A and AA, with a result and how it is known', () => {
  const numbersOf = (level: string) =>
    CRITERIA.filter((row) => row[2] === level).map(([, criterion = '']) => criterion.split(' ')[0])
  expect(numbersOf('A')).toEqual(LEVEL_A.trim().split(/\s+/))
  expect(numbersOf('AA')).toEqual(LEVEL_AA.trim().split(/\s+/))
  expect(CRITERIA).toHaveLength(55)
  for (const [, criterion, , result, reason] of CRITERIA) {
    expect(['supports', 'partly', 'does not', 'not applicable'], criterion).toContain(result)
    expect(reason, criterion).toMatch(/^by (hand|reading)|^`e2e\//)
  }
})

test('the accessibility report counts its results', () => {
  const isWhole = ([, , , result = '']: string[]) => ['supports', 'not applicable'].includes(result)
  expect(REPORT).toContain(
    `\n${CRITERIA.filter(isWhole).length} criteria of 55 are supported or do not apply`,
  )
})

test('the accessibility report names tests that exist, and how many states axe runs in', () => {
  const files = [...REPORT.matchAll(/`(e2e\/[^`]+)`/g)].map(([, path = '']) => path)
  expect(files.filter((path) => !existsSync(path))).toEqual([])

  const screens = readFileSync('e2e/browser/screens.spec.ts', 'utf8')
  const states = [...screens.matchAll(/^ {4}await state\('/gm)]
  expect(REPORT).toContain(`in each of its ${states.length} states`)
})
