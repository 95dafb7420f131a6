/** Headers of every response with a page or a file. */
export const SECURITY_HEADERS = {
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
