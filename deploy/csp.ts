import { createHash } from 'node:crypto'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

const INLINE_ATTRIBUTE = /<[^>]+\s(?:style|on[a-z]+)=/

/**
 * The Content-Security-Policy of one page: scripts of its own origin and its own inline ones, by hash, and calls to
 * its origin and the API host. `frame-ancestors` counts in a header only.
 */
function policyOf(html: string, apiHost: string): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => `'sha256-${sha256(script)}'`)
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

/** The page with its policy, before anything that the policy is about. Throws where the page would break it. */
export function withPolicy(html: string, apiHost: string): string {
  const [head] = /<head[^>]*>/.exec(html) ?? []
  if (!head) throw new Error('there is no <head> to put the policy in')
  const [blocked] = INLINE_ATTRIBUTE.exec(html.replaceAll(INLINE_SCRIPT, '')) ?? []
  if (blocked) throw new Error(`the policy would block ${blocked}`)
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policyOf(html, apiHost)}"/>`
  return html.replace(head, `${head}${meta}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
