import type { Host } from './api-client'

export type HttpBrowser = {
  /** Goes there, and wherever it is sent on, until there is a page, or an address where it stops before. */
  go: (
    url: string,
    options?: { form?: Record<string, string>; stopsAt?: (url: URL) => boolean },
  ) => Promise<Page>
  /** What it would send there. */
  cookiesFor: (url: string) => string
  setCookie: (url: string, name: string, value: string) => void
}

export type Page = { url: URL; status: number; body: string /** All addresses on the way. */; way: URL[] }

/**
 * Keeps cookies and follows redirects as a browser does, and lets a test meddle with both. It is where the host is
 * asked from. Playwright's request context has no way to change a cookie that it keeps.
 */
export function createHttpBrowser({ address }: Partial<Host> = {}): HttpBrowser {
  const cookies = new Map<string, Map<string, string>>()

  const jarOf = (url: string) => {
    const { host } = new URL(url)
    const jar = cookies.get(host) ?? new Map<string, string>()
    cookies.set(host, jar)
    return jar
  }
  const cookiesFor = (url: string) => [...jarOf(url)].map((cookie) => cookie.join('=')).join('; ')
  const setCookie = (url: string, name: string, value: string) => jarOf(url).set(name, value)

  async function ask(url: string, form?: Record<string, string>): Promise<Response> {
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      headers: { Cookie: cookiesFor(url), ...(address !== undefined && { 'X-Forwarded-For': address }) },
      body: form && new URLSearchParams(form),
      redirect: 'manual',
    })
    for (const header of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(header)) jarOf(url).delete(name)
      else setCookie(url, name, value)
    }
    return answer
  }

  return {
    cookiesFor,
    setCookie,
    async go(url, { form, stopsAt = ({ hash }: URL) => hash !== '' } = {}) {
      const way = [new URL(url)]
      let answer = await ask(url, form)
      for (;;) {
        const here = way.at(-1) as URL
        const location = answer.headers.get('Location')
        if (location === null) return { url: here, status: answer.status, body: await answer.text(), way }
        const next = new URL(location, here)
        way.push(next)
        if (stopsAt(next)) return { url: next, status: answer.status, body: '', way }
        answer = await ask(next.href)
      }
    },
  }
}
