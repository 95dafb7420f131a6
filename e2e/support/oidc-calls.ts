import { createHash, randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { type Api, type ApiResponse, call, jsonOf } from './api-client'
import { createHttpBrowser, type HttpBrowser, type Page } from './http-browser'
import type { OidcAccount } from './servers/oidc-provider'

/** PKCE pair: the front end's secret and its SHA-256. */
export function newVerifier() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export function startUrl(host: Api, challenge: string, returnTo = `${host.origin}/app/`): string {
  return `${host.origin}/api/auth/oidc/start?${new URLSearchParams({ return_to: returnTo, challenge })}`
}

/** Follows the redirects from the start URL to the provider's login page. */
export async function openLoginPage(
  host: Api,
  browser: HttpBrowser,
  challenge = newVerifier().challenge,
  returnTo?: string,
) {
  const page = await browser.go(startUrl(host, challenge, returnTo))
  expect(page.status).toBe(200)
  expect(page.body).toContain('<form method="post">')
  return page
}

/** Submits the provider's login page and follows the redirects, until `stopsAt`. */
export function authenticate(
  browser: HttpBrowser,
  page: Page,
  { sub }: OidcAccount,
  stopsAt?: (url: URL) => boolean,
): Promise<Page> {
  return browser.go(page.url.href, { form: { account: sub, action: 'continue' }, stopsAt })
}

export async function logInAtProvider(
  host: Api,
  account: OidcAccount,
  challenge?: string,
  returnTo?: string,
): Promise<Page> {
  const browser = createHttpBrowser(host)
  return authenticate(browser, await openLoginPage(host, browser, challenge, returnTo), account)
}

/** Logs in at the provider and returns the callback URL without requesting it. */
export async function callbackFor(host: Api, browser: HttpBrowser, account: OidcAccount, challenge?: string) {
  const page = await openLoginPage(host, browser, challenge)
  const { url } = await authenticate(browser, page, account, ({ pathname }) => pathname.endsWith('/callback'))
  expect(url.searchParams.has('code')).toBe(true)
  return url
}

export async function codeFor(host: Api, challenge: string, account: OidcAccount): Promise<string> {
  const { url } = await logInAtProvider(host, account, challenge)
  expect(url.hash).toMatch(/^#code=[\w-]{75}$/)
  return url.hash.slice('#code='.length)
}

export function exchangeCode(host: Api, code: string, verifier: string): Promise<ApiResponse> {
  return call(host, 'POST', '/api/auth/oidc/session', { json: { code, verifier } })
}

export async function signInWithOidc(
  host: Api,
  account: OidcAccount,
): Promise<{ token: string; email: string }> {
  const { verifier, challenge } = newVerifier()
  const response = await exchangeCode(host, await codeFor(host, challenge, account), verifier)
  expect(response.status).toBe(200)
  return jsonOf(response) as { token: string; email: string }
}

export function errorLines(host: { output: () => string }): string[] {
  return host
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
}
