import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { createApp } from './app'
import { createLimits } from './limits'
import { createLog } from './log'
import { createPasswords } from './passwords'
import { readSettings, type Settings } from './settings'
import { exportedSite } from './site'
import { stopGracefully } from './stop'
import { openDatabase } from './store/open'

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const { basePath, corsOrigins, trustedProxies, registrationsPerHour, port, host: address } = settings
  const site = settings.servesSite ? exportedSite(resolve('out'), basePath) : undefined
  const database = await openDatabase(settings.databaseUrl)

  const log = createLog((line) => process.stdout.write(line))
  const limits = createLimits(database, { registrationsPerHour })
  const host = { database, limits, passwords: await createPasswords(), log, now: Date.now }
  const stopping = new AbortController()
  const app = createApp({ host, corsOrigins, trustedProxies, site, stopping: stopping.signal })

  const server = createServer(getRequestListener(app.fetch))
  server.once('error', (cause) => stop(unusableAddress(cause, settings)))
  server.listen(port, address, () => {
    const { port: boundPort } = server.address() as AddressInfo
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${boundPort}`
    console.log(site ? `Notas: ${url}${basePath}/` : `Notas, API only: ${url}/api`)
  })
  stopGracefully(server, stopping, () => database.close())
}

function unusableAddress(cause: NodeJS.ErrnoException, { host, port }: Settings): SettingError {
  if (cause.code === 'EADDRINUSE')
    return new SettingError(`PORT is ${port}, which another program has taken.`)
  if (cause.code === 'EACCES') return new SettingError(`PORT is ${port}, which this user may not listen on.`)
  return new SettingError(`HOST is '${host}', which cannot be listened on: ${cause.message}.`)
}

function stop(cause: unknown): void {
  console.error(cause instanceof SettingError ? cause.message : cause)
  process.exit(1)
}

start().catch(stop)
