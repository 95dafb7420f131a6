import { spawn } from 'node:child_process'
import { expect, test } from '../../support/api-fixtures'
import { isInstalled, ownProcess } from '../../support/servers/process'

const NO_MAIL = 'It sends no mail: SMTP_URL and MAIL_FROM are empty.'

test('in a terminal the start says in one plain line where to open Notas, and that it sends no mail', async ({
  databaseUrl,
}) => {
  test.skip(process.platform !== 'linux' || !isInstalled('script'), 'a terminal of util-linux is needed')
  const command = `exec ${process.execPath} server/dist/notas.js`
  const env = { ...process.env, PORT: '0', DATABASE_URL: databaseUrl }
  const host = ownProcess(spawn('script', ['-qec', command, '/dev/null'], { env }))
  await expect.poll(host.output).toContain(NO_MAIL)
  expect(host.output()).toMatch(/^Notas [^\n]+: open http:\/\/127\.0\.0\.1:\d+\/app\/\. It sends no mail/m)
  expect(host.output()).not.toContain('"event":"started"')
  await host.stop()
})

test('in development the line has the address of the front end, beside the line for programs', async ({
  start,
}) => {
  const host = await start({ NODE_ENV: 'development', SITE_URL: 'http://localhost:3000/app' })
  await expect.poll(host.output).toContain(`: open http://localhost:3000/app/. ${NO_MAIL}`)
  expect(host.output()).toContain('"event":"started"')
})
