import { createTransport } from 'nodemailer'
import { isLoopback } from '../http/site-url'
import type { MailSettings } from '../settings/settings'

const TIMEOUT_MS = 10_000

type Link = { label: string; url: string }

/** Must contain no text of the user, who may be a stranger. */
type Message = { to: string; subject: string; paragraphs: (string | Link)[] }

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
  return async ({ to, subject, paragraphs }) => {
    try {
      const headers = { 'Auto-Submitted': 'auto-generated' }
      const text = paragraphs.map(textOf).join('\n\n')
      const html = htmlOf(subject, paragraphs)
      await transport.sendMail({ subject, text, html, from, to: { name: '', address: to }, headers })
    } catch (cause) {
      throw new Error(`The mail was not sent: ${reasonOf(cause)}`)
    }
  }
}

function textOf(part: string | Link): string {
  return typeof part === 'string' ? part : `${part.label}:\n${part.url}`
}

function htmlOf(subject: string, paragraphs: Message['paragraphs']): string {
  const parts = paragraphs.map((part) =>
    typeof part === 'string' ? part : `<a href="${part.url}">${part.label}</a>`,
  )
  return `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body>
${parts.map((part) => `<p>${part}</p>`).join('\n')}
</body>
</html>
`
}

/** Prefers the status code to the server's text, which may repeat the address into the log. */
function reasonOf(cause: unknown): string {
  const { message, code, responseCode, command } = cause as NodeJS.ErrnoException & {
    responseCode?: number
    command?: string
  }
  return responseCode ? `${code} ${responseCode} at ${command}` : message
}
