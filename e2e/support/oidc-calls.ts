import { createHash, randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { type Api, type ApiResponse, call, jsonOf } from './api-client'
import { createHttpBrowser, type HttpBrowser, type Page } from './http-browser'
import type { Person } from './servers/oidc-provider'

/** What only the front end knows that begins, and what it tells of it. */
export function newVerifier() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export function startUrl(host: Api, challenge: string, returnTo = `${host.origin}/app/`): string {
  return `${host.origin}/api/auth/oidc/start?${new URLSearchParams({ return_to: returnTo, challenge })}`
}

/** From the start to the provider's login page. */
export async function openLoginPage(host: Api, browser: HttpBrowser, challenge: string, returnTo?: string) {
  const page = await browser.go(startUrl(host, challenge, returnTo))
  expect(page.status).toBe(200)
  expect(page.body).toContain('<form method="post">')
  return page
}

/** From the provider's login page to wherever that leads, or to where it shall stop. */
export function authenticate(
  browser: HttpBrowser,
  page: Page,
  { sub }: Person,
  stopsAt?: (url: URL) => boolean,
): Promise<Page> {
  return browser.go(page.url.href, { form: { account: sub, action: 'continue' }, stopsAt })
}

/** From the provider's login page to the address that it sends the browser back to, which is not asked yet. */
export async function callbackFor(browser: HttpBrowser, page: Page, person: Person): Promise<URL> {
  const { url } = await authenticate(browser, page, person, ({ pathname }) => pathname.endsWith('/callback'))
  expect(url.searchParams.has('code')).toBe(true)
  return url
}

/** The whole way, up to the code. */
export async function codeFor(host: Api, challenge: string, person: Person): Promise<string> {
  const browser = createHttpBrowser(host)
  const { url } = await authenticate(browser, await openLoginPage(host, browser, challenge), person)
  expect(url.hash).toMatch(/^#code=[\w-]{43}$/)
  return url.hash.slice('#code='.length)
}

export function exchangeCode(host: Api, code: string, verifier: string): Promise<ApiResponse> {
  return call(host, 'POST', '/api/auth/oidc/session', { json: { code, verifier } })
}

/** The token of a new session of that person. */
export async function signInWithOidc(host: Api, person: Person): Promise<{ token: string; email: string }> {
  const { verifier, challenge } = newVerifier()
  const answer = await exchangeCode(host, await codeFor(host, challenge, person), verifier)
  expect(answer.status).toBe(200)
  return jsonOf(answer) as { token: string; email: string }
}

export function errorLines(host: { output: () => string }): string[] {
  return host
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
}
