import { createTransport } from 'nodemailer'
import type { MailSettings } from '../settings/mail'
import { isLoopback } from '../settings/site-url'

const TIMEOUT_MS = 10_000

type Message = { to: string; subject: string; text: string; html: string }

export type Mailer = (message: Message) => Promise<void>

export function createMailer({ smtpUrl, from }: MailSettings): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    // Neither password nor link goes over a connection that could not be encrypted.
    requireTLS: !isLoopback(new URL(smtpUrl)),
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
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

/** Prefers the status code to the server's text, which may repeat the address into the log. */
function reasonOf(cause: unknown): string {
  const { message, code, responseCode, command } = cause as NodeJS.ErrnoException & {
    responseCode?: number
    command?: string
  }
  return responseCode ? `${code} ${responseCode} at ${command}` : message
}
