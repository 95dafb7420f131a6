import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { mock } from 'node:test'
import { expect, test } from '@playwright/test'
import { createMailer } from '@/server/password-reset/mailer'

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
    const sending = send({ to: 'carmen@correo.es', subject: 'a', text: 'b', html: 'c' })
    const failure = sending.catch((cause: Error) => cause.message)
    await once(silent, 'connection')
    mock.timers.tick(10_000)
    expect(await failure).toMatch(/^The mail was not sent: (Greeting never received|Connection timeout)/)
  } finally {
    mock.timers.reset()
    silent.close()
  }
})
