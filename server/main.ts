import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { createApp } from './app'
import { createPasswords } from './auth/passwords'
import { createRateLimits } from './auth/rate-limits'
import { shutDownGracefully } from './http/graceful-shutdown'
import { createHttpServer, handleListenerError, limitPipelining } from './http/http-server'
import { createLog } from './http/log'
import { serveStaticSite } from './http/static-site'
import { createJobQueue } from './job-queue'
import { createNoticeSender } from './mail/notice-email'
import { createResetEmailSender } from './password-reset/reset-email'
import { keepTrashPurged } from './purge-trash'
import { checkDisk } from './settings/network-disk'
import { readSettings, type Settings } from './settings/settings'
import { reachableUrls, siteUrlOf } from './settings/site-url'
import { warningsOf } from './settings/warnings'
import { describeRelease, releaseIn } from './site/release'
import { createDiskReserve } from './store/disk-reserve'
import { openDatabase } from './store/open'

/** Found from the program's own place, since it may be started in any folder. */
const FRONT_END = fileURLToPath(new URL('../../out', import.meta.url))

async function start(): Promise<void> {
  process.umask(0o077)
  const settings = readSettings(process.env)
  const { basePath, corsOrigins, registrationsPerHour, mail, provider } = settings
  const { registrationPolicy, passwordPolicy, quota, trashDays, versionsPerNote } = settings
  const site = settings.servesSite ? serveStaticSite(FRONT_END, basePath) : undefined
  const release = releaseIn(FRONT_END)
  const log = createLog((line) => process.stdout.write(line))
  checkDisk(settings, log)
  const database = await openDatabase(settings.databaseUrl)
  // Their packages are large: a host that does not use them does not load them.
  const mailer = mail && (await import('./mail/mailer')).createMailer(mail)
  const createOidc = provider && (await import('./oidc/oidc')).createOidc

  const server = createHttpServer(settings)
  const passwords = createPasswords()
  const port = await listen(server, settings)

  const now = Date.now
  const limits = createRateLimits(database, { registrationsPerHour })
  const jobs = createJobQueue(log)
  // Reset mails have their own queue: many requests for links must not delay security notices.
  const resetMails = createJobQueue(log)
  const siteUrl = () => siteUrlOf(settings, port)
  const sendResetEmail =
    mailer && createResetEmailSender({ database, limits, jobs: resetMails, mailer, siteUrl: siteUrl(), now })
  const sendNotice = mailer && createNoticeSender({ jobs, mailer, siteUrl: siteUrl() })
  const oidc =
    provider && createOidc?.({ provider, siteUrl: siteUrl(), apiOrigin: settings.apiOrigin, corsOrigins })
  const policies = { registrationPolicy, passwordPolicy, quota, trashDays, versionsPerNote }
  const isDiskLow = createDiskReserve({ ...settings, log, now })
  // Warns at the start.
  await isDiskLow(now())
  const context = {
    database,
    limits,
    passwords,
    ...policies,
    isDiskLow,
    log,
    release,
    jobs,
    sendResetEmail,
    sendNotice,
    oidc,
    now,
  }
  const stopping = new AbortController()
  const app = createApp({ context, settings, site, stopping: stopping.signal })

  const listener = getRequestListener(app.fetch, { errorHandler: handleListenerError(log) })
  server.on('request', limitPipelining(log, listener))
  keepTrashPurged(context, stopping.signal)
  const urls = reachableUrls(settings.host, port).map(
    (origin) => `${origin}${site ? `${basePath}/` : '/api'}`,
  )
  const url = urls.join(' ')
  const finished = () => Promise.all([jobs.finished(), resetMails.finished()])
  function cleanUp(): Promise<void> {
    log.info({ event: 'stopped', url })
    return database.close()
  }
  shutDownGracefully(server, stopping, { finished, cleanUp })
  for (const warning of warningsOf(settings)) log.warn(warning)
  const { version, commit, date } = release
  log.info({ event: 'started', version, commit, date, url })
  // Programs that read the log need JSON in every line.
  if (process.stdout.isTTY)
    console.log(
      [`${describeRelease(release)}${site ? '' : ', API only'}:`, ...urls].join(urls.length > 1 ? '\n' : ' '),
    )
}

function listen(server: Server, settings: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(unusableAddress(cause, settings)))
    server.listen(settings.port, settings.host, () => resolve((server.address() as AddressInfo).port))
  })
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
