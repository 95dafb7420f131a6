import type { Api } from './api-client'

export type HttpBrowser = {
  /** Follows redirects until there is a page, or an address for which `stopsAt` is true. */
  go: (
    url: string,
    options?: { form?: Record<string, string>; stopsAt?: (url: URL) => boolean },
  ) => Promise<Page>
  /** The Cookie header of a request to that address. */
  cookiesFor: (url: string) => string
  setCookie: (url: string, name: string, value: string) => void
}

/** `way` holds every address visited, the first and the last included. */
export type Page = { url: URL; status: number; body: string; way: URL[] }

/**
 * Stores cookies and follows redirects as a browser does, and lets a test change both. Playwright's request context
 * cannot change a stored cookie.
 */
export function createHttpBrowser({ address }: Partial<Api> = {}): HttpBrowser {
  const cookies = new Map<string, Map<string, string>>()

  const jarOf = (url: string) => {
    const { host } = new URL(url)
    const jar = cookies.get(host) ?? new Map<string, string>()
    cookies.set(host, jar)
    return jar
  }
  const cookiesFor = (url: string) => [...jarOf(url)].map((cookie) => cookie.join('=')).join('; ')
  const setCookie = (url: string, name: string, value: string) => jarOf(url).set(name, value)

  async function send(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      headers: { Cookie: cookiesFor(url), ...(address !== undefined && { 'X-Forwarded-For': address }) },
      body: form && new URLSearchParams(form),
      redirect: 'manual',
    })
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(header)) jarOf(url).delete(name)
      else setCookie(url, name, value)
    }
    return response
  }

  return {
    cookiesFor,
    setCookie,
    async go(url, { form, stopsAt = ({ hash }: URL) => hash !== '' } = {}) {
      const way = [new URL(url)]
      let response = await send(url, form)
      for (;;) {
        const here = way.at(-1) as URL
        const location = response.headers.get('Location')
        if (location === null) return { url: here, status: response.status, body: await response.text(), way }
        const next = new URL(location, here)
        way.push(next)
        if (stopsAt(next)) return { url: next, status: response.status, body: '', way }
        response = await send(next.href)
      }
    },
  }
}
