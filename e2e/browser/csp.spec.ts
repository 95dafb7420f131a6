import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withCsp } from '@/server/site/csp'
import { open } from '../support/actions'
import { expect, test } from '../support/fixtures'

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

const INVALID_PAGES = [
  '<html><body></body></html>',
  '<head></head><body><p style="color:red">a</p></body>',
  '<head></head><body><p onclick="a()">a</p></body>',
]

test('a page without a head, or with an inline style or handler, is rejected', () => {
  for (const page of INVALID_PAGES) expect(() => withCsp(page, ''), page).toThrow()
})

test('an injected inline script is blocked', async ({ page, expectConsole }) => {
  expectConsole(/inline script/)
  await open(page, '/')
  const violation = await page.evaluate(
    () =>
      new Promise<string>((violated) => {
        document.addEventListener('securitypolicyviolation', (event) => violated(event.effectiveDirective))
        const script = document.createElement('script')
        script.textContent = 'window.injected = true'
        document.body.append(script)
      }),
  )
  expect(violation).toBe('script-src-elem')
  expect(await page.evaluate(() => 'injected' in window)).toBe(false)
})

test('a call to another origin is blocked', async ({ page, host, expectConsole }) => {
  expectConsole(/Content Security Policy/)
  await open(page, '/')
  const elsewhere = host.origin.replace('127.0.0.1', 'localhost')
  const outcome = await page.evaluate(async (url) => {
    const violated = new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
    })
    const response = await fetch(url, { mode: 'no-cors' }).catch((error: Error) => error.name)
    return [response, await violated]
  }, `${elsewhere}/api/health`)
  expect(outcome).toEqual(['TypeError', 'connect-src'])
})
