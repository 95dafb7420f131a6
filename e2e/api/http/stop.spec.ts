import { spawn } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { call, createNote, createUser, listNotes } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'
import { fastClock, type HostProcess } from '../../support/servers/host'
import { startMailServer } from '../../support/servers/mail'
import { ownProcess, waitForOrigin } from '../../support/servers/process'
import { type Connection, openSocket, requestOf } from '../../support/sockets'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

for (const signals of [['SIGTERM'], SIGNALS] as const) {
  test(`a request in progress at ${signals} gets its response`, { tag: '@slow' }, async ({ start }) => {
    const host = await start()
    const user = await createUser(host)
    const body = JSON.stringify({ title: 'Compras', content: 'pan' })
    const request = await send(
      host,
      `POST /api/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    )
    // A response on a second connection shows that the host has seen the first.
    await createNote(host, user, 'Recados')

    for (const signal of signals) host.kill(signal)
    await expect.poll(() => call(host, 'GET', '/api/health').catch(({ code }) => code)).toBe('ECONNREFUSED')
    request.socket.write(body.slice(10) + requestOf('/api/health'))
    await request.closed

    expect(request.received()).toMatch(/^HTTP\/1\.1 201 /)
    expect(request.received()).toMatch(/^Connection: close\r$/im)
    expect(request.received().match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(await host.exited).toBe(0)

    const again = await start()
    expect((await listNotes(again, user)).map(({ title }) => title)).toEqual(['Compras', 'Recados'])
  })
}

test('hanging clients and mails delay a stop, idle ones do not', { tag: '@slow' }, async ({ start }) => {
  const idle = await Promise.all(SIGNALS.map(() => start()))
  const connections = await Promise.all(idle.flatMap((host) => [useOnce(host), send(host, '')]))
  const mail = await startMailServer({ onConnect: () => {} })
  // This host waits for 3 s, and the others would wait for 9 s.
  const hanging = await start({ ...mail.env, ...fastClock(3), SITE_URL: 'https://notas.example/app' })
  const half = await send(hanging, 'GET /api/health HTTP/1.1\r\nHo')
  const body = await send(
    hanging,
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  )
  const { email } = await createUser(hanging)
  await call(hanging, 'POST', '/api/auth/forgot', { json: { email } })

  const ended: unknown[] = []
  const ending = [...idle, hanging].map(async (host) => {
    expect(await host.exited).toBe(0)
    ended.push(host)
  })
  hanging.kill('SIGTERM')
  for (const [index, signal] of SIGNALS.entries()) idle[index]?.kill(signal)
  await Promise.all(ending)
  expect(ended.at(-1)).toBe(hanging)
  await Promise.all([half, body, ...connections].map(({ closed }) => closed))
  // On a busy machine the host may give the mail up before it stops.
  const log = hanging.output().replace(/.*"task":"reset mail".*/, '')
  expect(log).not.toMatch(/"level":"error"|^\s+at /m)
  await mail.stop()
})

test('npm start ends with its signal, and the host with it', async ({ databaseUrl, folder }) => {
  const { name, scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const commands = { ...scripts, build: 'true' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, scripts: commands }))
  symlinkSync(resolve('server'), join(folder, 'server'))
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: '0' }
  const child = spawn('npm', ['start'], { cwd: folder, env, detached: true })
  const npm = ownProcess(child)
  const host = { origin: await waitForOrigin(child, npm) }
  let isOver = false
  try {
    npm.kill('SIGTERM')
    await expect.poll(() => call(host, 'GET', '/api/health').catch(({ code }) => code)).toBe('ECONNREFUSED')
    await npm.exited
    isOver = true
  } finally {
    if (!isOver) process.kill(-npm.pid, 'SIGKILL')
  }
})

/** Opens a connection that the host keeps after its response. */
async function useOnce(host: HostProcess): Promise<Connection> {
  const connection = await send(host, requestOf('/api/health'))
  await expect.poll(connection.received).toContain('{"status":"ok",')
  expect(connection.received()).toContain('Connection: keep-alive')
  return connection
}

/** Opens a connection that stays open after its bytes are sent. */
async function send(host: HostProcess, bytes: string): Promise<Connection> {
  const connection = await openSocket(host)
  await new Promise<void>((written) => connection.socket.write(bytes, () => written()))
  return connection
}

test('a host whose log nobody takes any more goes on', async ({ databaseUrl }) => {
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: '0' }
  const child = spawn(process.execPath, ['server/dist/notas.js'], { env })
  const host = ownProcess(child)
  const origin = { origin: await waitForOrigin(child, host) }
  child.stdout.destroy()
  // Each writes a line; together they take longer than the host collects lines.
  for (let count = 0; count < 200; count += 1)
    expect(await call(origin, 'GET', '/api/notes')).toMatchObject({ status: 401 })
  expect(child.exitCode).toBeNull()
  await host.stop()
})
