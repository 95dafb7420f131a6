import { createTransport } from 'nodemailer'
import type { MailSettings } from '../settings/mail'

/** How long the mail server may take for each step, in milliseconds. */
const PATIENCE = 10_000

type Message = { to: string; subject: string; text: string; html: string }

/** Resolves once the mail server has taken the message. */
export type Mailer = (message: Message) => Promise<void>

export function createMailer({ smtpUrl, from }: MailSettings): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    dnsTimeout: PATIENCE,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, ...message }) => {
    try {
      const headers = { 'Auto-Submitted': 'auto-generated' }
      await transport.sendMail({ ...message, from, to: { name: '', address: to }, headers })
    } catch (cause) {
      throw new Error(`The mail was not sent: ${reasonOf(cause)}`)
    }
  }
}

/** What a mail server says may repeat the address, which has no place in the log: its number must do. */
function reasonOf(cause: unknown): string {
  const { message, code, responseCode, command } = cause as NodeJS.ErrnoException & {
    responseCode?: number
    command?: string
  }
  return responseCode ? `${code} ${responseCode} at ${command}` : message
}
