import { open } from '../support/actions'
import { expect, test } from '../support/fixtures'

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
