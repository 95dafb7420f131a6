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

/** How long a client may take to send its headers, and all of a request, in milliseconds. */
const TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

/** After so long without a byte in either direction a connection is closed, in milliseconds. */
const SILENCE = 120_000

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

  const server = createServer(TIMEOUTS, getRequestListener(app.fetch))
  server.setTimeout(SILENCE)
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
