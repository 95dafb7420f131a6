import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { createApp } from './app'
import { createLog } from './log'
import { createPasswords } from './passwords'
import { readSettings } from './settings'
import { exportedSite } from './site'
import { stopGracefully } from './stop'
import { migrate } from './store/migrations'
import { openSqlite } from './store/sqlite'

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const { basePath, corsOrigins, port, host: address } = settings
  const site = settings.servesSite ? exportedSite(resolve('out'), basePath) : undefined
  const database = openSqlite(settings.databaseFile)
  await migrate(database)

  const log = createLog((line) => process.stdout.write(line))
  const host = { database, passwords: await createPasswords(), log, now: Date.now }
  const stopping = new AbortController()
  const app = createApp({ host, corsOrigins, site, stopping: stopping.signal })

  const server = createServer(getRequestListener(app.fetch))
  server.once('error', stop)
  server.listen(port, address, () => {
    const bound = server.address()
    const url = `http://${address}:${typeof bound === 'object' && bound ? bound.port : port}`
    console.log(site ? `Notas: ${url}${basePath}/` : `Notas, API only: ${url}/api`)
  })
  stopGracefully(server, stopping, () => database.close())
}

function stop(cause: NodeJS.ErrnoException): void {
  if (cause.code === 'EADDRINUSE') console.error('PORT is taken by another program: set PORT to a free one.')
  else console.error(cause instanceof SettingError ? cause.message : cause)
  process.exit(1)
}

start().catch(stop)
