import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { mock } from 'node:test'
import { expect, test } from '@playwright/test'
import { createMailer } from '@/server/mail/mailer'
import { startMailServer } from '../support/servers/mail'

test('the mailer gives up a silent mail server after 10 s', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const send = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: { name: '', address: 'notas@correo.es' },
  })

  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const sending = send({ to: 'carmen@correo.es', subject: 'a', paragraphs: ['b'] })
    const failure = sending.catch((cause: Error) => cause.message)
    await once(silent, 'connection')
    mock.timers.tick(10_000)
    expect(await failure).toMatch(/^The mail was not sent: (Greeting never received|Connection timeout)/)
  } finally {
    mock.timers.reset()
    silent.close()
  }
})

test('neither password nor message goes to another machine that offers no TLS', async () => {
  const { mails, env, stop } = await startMailServer({ authOptional: true })
  const { port } = new URL(env.SMTP_URL)
  const from = { name: '', address: 'notas@correo.es' }
  const message = { to: 'carmen@correo.es', subject: 'a', paragraphs: ['b'] }

  // An address of this machine that is not recognised as one.
  const away = createMailer({ smtpUrl: `smtp://carmen:clave@[::ffff:127.0.0.1]:${port}`, from })
  await expect(away(message)).rejects.toThrow(/The mail was not sent: .*STARTTLS/)
  expect(mails()).toEqual([])

  await createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from })(message)
  expect(mails()).toHaveLength(1)
  await stop()
})
