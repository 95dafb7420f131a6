import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type MailServer = {
  /** What makes a host send its mail there. */
  env: { SMTP_URL: string; MAIL_FROM: string }
  /** All that has arrived, as it was sent. */
  mails: () => Email[]
  /** Resolves to what has arrived for that email, once it is so many. */
  mailsTo: (email: string, count?: number) => Promise<Email[]>
  stop: () => Promise<void>
}

/** Starts a real mail server on loopback, which keeps what it is given. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: Email[] = []
  const server = new SMTPServer({
    // Its certificate is nobody's.
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    async onData(stream, _session, done) {
      mails.push(await PostalMime.parse(await buffer(stream)))
      done()
    },
    ...options,
  })
  // Of clients that go away.
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
  const { port } = server.server.address() as AddressInfo

  const to = (email: string) => mails.filter((mail) => mail.to?.some(({ address }) => address === email))
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Notas <notas@correo.es>' },
    mails: () => mails,
    async mailsTo(email, count = 1) {
      const deadline = performance.now() + 10_000
      while (to(email).length < count) {
        if (performance.now() > deadline) throw new Error(`${to(email).length} mails came for ${email}.`)
        await setTimeout(20)
      }
      return to(email)
    },
    stop: () => new Promise((closed) => server.close(closed)),
  }
}

/** The one address that a mail leads to. */
export function linkIn(mail: Email | undefined): string {
  const text = mail?.text ?? ''
  const links = text.match(/https?:\/\/\S+/g) ?? []
  if (links.length !== 1) throw new Error(`There are ${links.length} links in: ${text}`)
  return String(links[0])
}
