import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { withCsp } from '@/server/site/csp'

const POLICY = /<head><meta http-equiv="Content-Security-Policy" content="([^"]*)"\/>/

test('every page begins its head with a strict policy', () => {
  const pages = readdirSync('out', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  )
  expect(pages.length).toBeGreaterThan(6)
  for (const page of pages) {
    const [, policy = ''] = POLICY.exec(readFileSync(join('out', page), 'utf8')) ?? []
    expect(policy.replace(/( 'sha256-[\w+/]{43}=')+/, ' HASHES'), page).toBe(
      "default-src 'self'; script-src 'self' HASHES; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'",
    )
  }
})

test('the policy allows calls to its own origin and the API host alone', () => {
  expect(POLICY.exec(withCsp('<head></head>', 'https://api.example.com'))?.[1]).toBe(
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
      "connect-src 'self' https://api.example.com; object-src 'none'; base-uri 'none'; form-action 'self'",
  )
})

for (const [name, page, message] of [
  ['without a head', '<html><body></body></html>', 'there is no <head>'],
  ['with an inline style', '<head></head><body><p style="color:red">a</p></body>', 'would block <p style='],
  ['with an inline handler', '<head></head><body><p onclick="a()">a</p></body>', 'would block <p onclick='],
] as const)
  test(`a page ${name} is rejected`, () => {
    expect(() => withCsp(page, '')).toThrow(message)
  })
