import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { waitFor } from '../wait-for'

export type MailServer = {
  env: { SMTP_URL: string; MAIL_FROM: string }
  mails: () => Email[]
  mailsTo: (email: string, count?: number) => Promise<Email[]>
  stop: () => Promise<void>
}

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: Email[] = []
  const server = new SMTPServer({
    // The server's certificate is self-signed.
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    async onData(stream, _session, done) {
      mails.push(await PostalMime.parse(await buffer(stream)))
      done()
    },
    ...options,
  })
  // Emitted when a client disconnects.
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
  const { port } = server.server.address() as AddressInfo

  const to = (email: string) => mails.filter((mail) => mail.to?.some(({ address }) => address === email))
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Notas <notas@correo.es>' },
    mails: () => mails,
    async mailsTo(email, count = 1) {
      await waitFor(`${count} messages have arrived for ${email}`, 60_000, () => to(email).length >= count)
      return to(email)
    },
    stop: () => new Promise((closed) => server.close(closed)),
  }
}

export function linkIn(mail: Email | undefined): string {
  const text = mail?.text ?? ''
  const links = text.match(/https?:\/\/\S+/g) ?? []
  if (links.length !== 1) throw new Error(`The message has ${links.length} links: ${text}`)
  return String(links[0])
}

export function tokenIn(link: string): string {
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') as string
}
