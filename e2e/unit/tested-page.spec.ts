import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { commandOf } from '../support/report/page'
import { MEASURED, TESTED } from '../support/report/promises'

const PAGE = readFileSync('docs/how-it-is-tested.md', 'utf8')

test('the page names tests and results that exist, and no promise that is not in the list', () => {
  const named = [...PAGE.matchAll(/e2e\/[\w/.-]+/g)].map(([path]) => path)
  const promised = TESTED.flatMap(({ files }) => files.map((file) => `e2e/${file}`))
  expect([...named, ...promised].filter((path) => !existsSync(path))).toEqual([])
  const figures = (benchmark: string) =>
    JSON.parse(readFileSync(`bench/results/${benchmark}.json`, 'utf8')).figures as never
  for (const { benchmark, figureOf } of MEASURED)
    expect(figureOf(figures(benchmark)), benchmark).toMatch(/\b[1-9][\d.]*\b/)
  const list = PAGE.match(/<!-- run -->([\s\S]*)<!-- \/run -->/)?.[1] ?? ''
  const commands = [
    ...TESTED.map(commandOf),
    ...MEASURED.map(({ benchmark }) => `npm run bench -- ${benchmark}`),
  ]
  const listed = [...list.matchAll(/^- .*`(.+)`$/gm)].map(([, command = '']) => command)
  expect(listed).not.toEqual([])
  expect(listed.filter((command) => !commands.includes(command))).toEqual([])
})
