import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { call, expect, jsonOf } from './api-client'
import { createHttpBrowser, type HttpBrowser, type Page } from './http-browser'
import { test as base } from './own-hosts'
import type { HostProcess } from './servers/host'
import { type IdentityProvider, type Person, startIdentityProvider } from './servers/oidc-provider'
import { freePort } from './servers/process'

type Host = { origin: string }

type Fixtures = {
  /** A provider that sends people back to the hosts that are started, as long as `PORT` is not set. */
  provider: IdentityProvider
  /** Where the next host will listen. */
  port: number
  /** Somebody new with an account at the provider, and with an email that it has verified. */
  person: Person & { email: string }
}

/** With a provider of the test's own, which the hosts know that it starts. */
export const test = base.extend<Fixtures>({
  port: async ({ browserName: _ }, use) => use(await freePort()),

  provider: async ({ port }, use) => {
    const provider = await startIdentityProvider({ redirectUris: [callbackOf(port)] })
    await use(provider)
    await provider.stop()
  },

  start: async ({ start, provider, port }, use) =>
    use((env) => start({ ...provider.env, PORT: String(port), ...env })),

  person: async ({ provider }, use) => {
    const person = {
      sub: randomUUID(),
      name: 'Carmen',
      email: `${randomUUID()}@correo.es`,
      email_verified: true,
    }
    provider.add(person)
    await use(person)
  },
})

export function callbackOf(port: number): string {
  return `http://127.0.0.1:${port}/api/auth/oidc/callback`
}

/** What only the front end knows that begins, and what it tells of it. */
export function newVerifier() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export function startUrl(host: Host, challenge: string, returnTo = `${host.origin}/app/`): string {
  return `${host.origin}/api/auth/oidc/start?${new URLSearchParams({ return_to: returnTo, challenge })}`
}

/** From the start to the provider's login page. */
export async function begin(host: Host, browser: HttpBrowser, challenge: string, returnTo?: string) {
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
export async function codeFor(host: Host, challenge: string, person: Person): Promise<string> {
  const browser = createHttpBrowser()
  const { url } = await authenticate(browser, await begin(host, browser, challenge), person)
  expect(url.hash).toMatch(/^#code=[\w-]{43}$/)
  return url.hash.slice('#code='.length)
}

export function exchange(host: Host, code: string, verifier: string) {
  return call(host, 'POST', '/api/auth/oidc/session', { json: { code, verifier } })
}

/** The token of a new session of that person. */
export async function signIn(host: Host, person: Person): Promise<{ token: string }> {
  const { verifier, challenge } = newVerifier()
  const answer = await exchange(host, await codeFor(host, challenge, person), verifier)
  expect(answer.status).toBe(200)
  return jsonOf(answer) as { token: string }
}

export function errorsOf(host: HostProcess): string[] {
  return host
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
}
