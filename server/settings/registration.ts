import type { PasswordPolicy, RegistrationPolicy } from '../auth/policies'
import { text } from './schemas'

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

export const registration = text(
  (value) =>
    value === 'open' || value === 'closed' || domainsOf(value).every((domain) => DOMAIN.test(domain)),
  'must be open, closed, or domains such as example.com,example.org',
).transform(
  (value): RegistrationPolicy =>
    value === 'open' || value === 'closed' ? value : { domains: domainsOf(value) },
)

export const passwordPolicy = text(
  (value) => value === 'basic' || value === 'strong',
  'must be basic or strong',
).transform((value) => value as PasswordPolicy)

function domainsOf(value: string): string[] {
  return value.split(',').map((domain) => domain.trim().toLowerCase())
}
