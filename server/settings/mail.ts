import { SettingError } from '@/lib/domain/deployment.mjs'

export type MailSettings = { smtpUrl: string; from: { name: string; address: string } }

/** Undefined where neither is set: then the host sends no mail. */
export function parseMail(smtpUrl = '', from = ''): MailSettings | undefined {
  if (!smtpUrl && !from) return undefined
  if (!smtpUrl) throw new SettingError('SMTP_URL must be set too, where MAIL_FROM is.')
  if (!from) throw new SettingError('MAIL_FROM must be set too, where SMTP_URL is.')
  return { smtpUrl: parseSmtpUrl(smtpUrl), from: parseSender(from) }
}

/** What is wrong is not repeated: it may hold a password. */
function parseSmtpUrl(value: string): string {
  if (/^smtps?:\/\/./.test(value) && URL.canParse(value)) return value
  throw new SettingError(
    'SMTP_URL must be an address such as smtp://user:password@host:587, or smtps://user:password@host.',
  )
}

function parseSender(value: string): MailSettings['from'] {
  const [, name = '', address = ''] = /^(?:([^<>\r\n]*)<)?([^<>\s@]+@[^<>\s@]+?)>?$/.exec(value) ?? []
  if (address && value.includes('<') === value.endsWith('>')) return { name: name.trim(), address }
  throw new SettingError(
    `MAIL_FROM must be an email such as notas@example.com, or Notas <notas@example.com>; it is '${value}'.`,
  )
}
