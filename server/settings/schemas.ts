import { z } from 'zod'
import { parseBasePath, SettingError } from '@/lib/domain/deployment.mjs'
import type { RegistrationPolicy } from '../auth/policies'
import { isLoopback } from '../http/site-url'

export function text(isValid: (value: string) => boolean, requirement: string) {
  return z.string().refine(isValid, requirement)
}

export const basePath = z.string().transform((value) => {
  const path = parseBasePath('BASE_PATH', value)
  if (!/^\/api(\/|$)/.test(path)) return path
  throw new SettingError(`BASE_PATH is '${path}', where the API of this host lives: choose another path.`)
})

export const port = text(
  (value) => /^\d+$/.test(value) && Number(value) <= 65_535,
  'must be a number from 0 to 65535 (0 takes a free port)',
).transform(Number)

export const onOrOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')

export const wholeNumber = upToDigits(9)

export function upToDigits(digits: number) {
  const isNumber = (value: string) => /^\d+$/.test(value) && value.length <= digits
  return text(isNumber, 'must be a whole number').transform(Number)
}

export const seconds = text(
  (value) => /^[1-9]\d{0,4}$/.test(value),
  'must be a number from 1 to 99999',
).transform(Number)

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

const domainsOf = (value: string) => value.split(',').map((domain) => domain.trim().toLowerCase())

export const registration = text(
  (value) =>
    value === 'open' || value === 'closed' || domainsOf(value).every((domain) => DOMAIN.test(domain)),
  'must be open, closed, or domains such as example.com,example.org',
).transform(
  (value): RegistrationPolicy =>
    value === 'open' || value === 'closed' ? value : { domains: domainsOf(value) },
)

const SITE_URL = /^https?:\/\/[^/?#@\\\s]+(\/[A-Za-z0-9._~-]+)*\/?$/

export const siteUrl = text(
  (value) => SITE_URL.test(value) && URL.canParse(value),
  'must be the address of the front end, such as https://notas.example/app',
).transform((value) => new URL(value).href.replace(/\/$/, ''))

export const smtpUrl = text(
  (value) => /^smtps?:\/\/./.test(value) && URL.canParse(value),
  'must be an address such as smtp://user:password@host:587, or smtps://user:password@host',
)

const SENDER = /^(?:([^<>\r\n]*)<)?([^<>\s@]+@[^<>\s@]+?)>?$/

export const sender = text(
  (value) => SENDER.test(value) && value.includes('<') === value.endsWith('>'),
  'must be an email such as notas@example.com, or Notas <notas@example.com>',
).transform((value) => {
  const [, name = '', address = ''] = SENDER.exec(value) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
})

export const issuer = text((value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || url.username || url.password || /[?#\s]/.test(value)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}, 'must be an address such as https://accounts.google.com, with http on this machine alone')
