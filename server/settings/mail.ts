import type { z } from 'zod'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { secret, text } from './schemas'

export type MailSettings = { smtpUrl: string; from: z.output<typeof sender> }

const SENDER = /^(?:([^<>\r\n]*)<)?([^<>\s@]+@[^<>\s@]+?)>?$/

export const smtpUrl = secret(
  (value) => /^smtps?:\/\/./.test(value) && URL.canParse(value),
  'must be an address such as smtp://user:password@host:587, or smtps://user:password@host',
)

export const sender = text(
  (value) => SENDER.test(value) && value.includes('<') === value.endsWith('>'),
  'must be an email such as notas@example.com, or Notas <notas@example.com>',
).transform((value) => {
  const [, name = '', address = ''] = SENDER.exec(value) ?? []
  return { name: name.trim(), address }
})

export function mailSettings(
  smtpUrl: string | undefined,
  from: MailSettings['from'] | undefined,
): MailSettings | undefined {
  if (!smtpUrl && !from) return undefined
  if (!smtpUrl) throw new SettingError('SMTP_URL must be set too, where MAIL_FROM is.')
  if (!from) throw new SettingError('MAIL_FROM must be set too, where SMTP_URL is.')
  return { smtpUrl, from }
}
