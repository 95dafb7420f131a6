// Plain JavaScript, because next.config.mjs imports it, as the host does.

export class SettingError extends Error {}

/** @type {(cause: unknown) => string} */
export function reasonOf(cause) {
  return cause instanceof Error ? cause.message : String(cause)
}

export const PLACEHOLDERS = { basePath: '/__notas_base_path__', apiHost: 'https://api-host.notas.invalid' }

const BASE_PATH = /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)+$/

/** @type {(variable: string, value?: string) => string} '' for the root, else such as '/app' or '/a/b' */
export function parseBasePath(variable, value = '/app') {
  if (value === '' || BASE_PATH.test(value)) return value
  throw new SettingError(
    `${variable} must be empty or a path such as /app, with a leading slash, no trailing slash and no spaces; it is '${value}'.`,
  )
}

/** @type {(variable: string, value?: string) => string} '' for the same origin, else scheme and host */
export function parseOrigin(variable, value = '') {
  if (value === '' || isOrigin(value)) return value
  throw new SettingError(
    `${variable} must be an origin such as https://api.example.com, with a scheme and without a path; it is '${value}'.`,
  )
}

/** Narrower than URL, whose hosts may have quotes: an origin is put into scripts and policies. */
function isOrigin(/** @type {string} */ value) {
  const isPlain = /^https?:\/\/([\w.-]+|\[[\da-f:]+\])(:\d+)?$/.test(value)
  return isPlain && URL.canParse(value) && new URL(value).origin === value
}
