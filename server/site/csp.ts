import { createHash } from 'node:crypto'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

const INLINE_ATTRIBUTE = /<[^>]+\s(?:style|on[a-z]+)=/

export function withCsp(html: string, apiHost: string): string {
  const [head] = /<head[^>]*>/.exec(html) ?? []
  if (!head) throw new Error('there is no <head> for the Content-Security-Policy')
  const [blocked] = INLINE_ATTRIBUTE.exec(html.replaceAll(INLINE_SCRIPT, '')) ?? []
  if (blocked) throw new Error(`the Content-Security-Policy would block ${blocked}`)
  const meta = `<meta http-equiv="Content-Security-Policy" content="${cspOf(html, apiHost)}"/>`
  return html.replace(head, `${head}${meta}`)
}

export function withoutCsp(html: string): string {
  return html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
}

function cspOf(html: string, apiHost: string): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(hashes)].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", apiHost].join(' ').trim(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}
