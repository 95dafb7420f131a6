import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { envExample, withSettingsTable } from '@/server/settings/docs'

const REMEDY = 'npm run docs:settings -w server writes it anew'

test('the settings table in the README is up to date', () => {
  const readme = readFileSync('server/README.md', 'utf8')
  expect(readme).toMatch(/\| `DATABASE_URL` +\| `file:\.\/data\/notas\.db` +\|/)
  expect(withSettingsTable(readme), REMEDY).toBe(readme)
})

test('.env.example is up to date', () => {
  const example = readFileSync('.env.example', 'utf8')
  expect(example).toContain('#DATABASE_URL=file:./data/notas.db\n')
  expect(envExample(), REMEDY).toBe(example)
})
