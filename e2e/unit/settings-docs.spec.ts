import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { envExample, withSettingsTable } from '@/server/settings/docs'

test('the table of settings is what npm run docs:settings writes', () => {
  const readme = readFileSync('server/README.md', 'utf8')
  expect(readme).toContain('| `DATABASE_URL` | `file:./data/notas.db` |')
  expect(withSettingsTable(readme)).toBe(readme)
})

test('.env.example is what npm run docs:settings writes', () => {
  const example = readFileSync('.env.example', 'utf8')
  expect(example).toContain('#DATABASE_URL=file:./data/notas.db\n')
  expect(envExample()).toBe(example)
})
