import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { createApp } from './app'
import { createKnownUsers } from './auth/known-users'
import { createPasswords } from './auth/passwords'
import { hasDomains } from './auth/policies'
import { createRateLimits } from './auth/rate-limits'
import { queueStatements } from './fairness/statement-queues'
import { serveStaticSite } from './fairness/static-site'
import { shutDownGracefully } from './http/graceful-shutdown'
import { addHeadersOf } from './http/host-response'
import { createHttpServer, createListener, limitPipelining } from './http/http-server'
import { createLog } from './http/log'
import { reachableUrls, siteUrlOf } from './http/site-url'
import { createJobQueue } from './mail/job-queue'
import { createNoticeSender } from './mail/notice-email'
import { createRegistrationProof } from './mail/registration-email'
import { createResetEmailSender } from './mail/reset-email'
import { keepPurged } from './purge'
import { checkDisk } from './settings/network-disk'
import { loadEnvFile, readSettings, type Settings } from './settings/settings'
import { warningsOf } from './settings/warnings'
import { describeRelease, releaseIn } from './site/release'
import { createDiskReserve } from './store/disk-reserve'
import { openDatabase } from './store/open'

export async function serve(root: string): Promise<void> {
  const frontEnd = join(root, 'out')
  process.umask(0o077)
  loadEnvFile()
  const settings = readSettings(process.env)
  const { basePath, mail, provider } = settings
  const site = settings.servesSite ? serveStaticSite(frontEnd, basePath) : undefined
  const release = releaseIn(frontEnd)
  const metrics =
    settings.metricsPort === undefined ? undefined : (await import('./metrics')).createMetrics(release)
  // A full disk or a reader that is gone takes lines of the log, and not the host.
  process.stdout.on('error', () => {})
  const plainLog = createLog((line) => process.stdout.write(line))
  const log = metrics?.countEvents(plainLog) ?? plainLog
  checkDisk(settings, log)
  const opened = await openDatabase(settings.databaseUrl, { isCopied: settings.isMigrationCopied, log })
  const database = queueStatements(metrics?.timeDatabase(opened) ?? opened)
  // Their packages are large: a host that does not use them does not load them.
  const mailer = mail && (await import('./mail/mailer')).createMailer(mail)
  const createOidc = provider && (await import('./oidc/oidc')).createOidc

  addHeadersOf(settings.siteUrl ?? 'http://localhost')
  const now = Date.now
  const isDiskLow = createDiskReserve({ ...settings, log, now })
  await isDiskLow(now())
  const metricsServer = metrics && createHttpServer().on('request', metrics.respond)
  const metricsPort =
    metricsServer && (await listen(metricsServer, settings.host, 'METRICS_PORT', settings.metricsPort))
  const server = createHttpServer({ ...settings, log })
  const passwords = createPasswords()
  const port = await listen(server, settings.host, 'PORT', settings.port)

  // Nothing is awaited from here to the listener: a request that came before would never be answered.
  const limits = createRateLimits(database, settings)
  const jobs = createJobQueue(log)
  // Reset mails have their own queue: many requests for links must not delay security notices.
  const resetMails = createJobQueue(log)
  metrics?.watchQueue('jobs', jobs.waiting)
  metrics?.watchQueue('reset mails', resetMails.waiting)
  metrics?.watchQueue('password hashes', passwords.waiting)
  const siteUrl = () => siteUrlOf(settings, port)
  const context = {
    ...settings,
    database,
    knownUsers: createKnownUsers(),
    limits,
    passwords,
    isDiskLow,
    log,
    release,
    metrics,
    jobs,
    sendResetEmail:
      mailer &&
      createResetEmailSender({ database, limits, jobs: resetMails, mailer, siteUrl: siteUrl(), now }),
    proveRegistration:
      mailer && hasDomains(settings.registrationPolicy)
        ? createRegistrationProof({ database, limits, jobs: resetMails, mailer, siteUrl: siteUrl(), now })
        : undefined,
    sendNotice: mailer && createNoticeSender({ jobs, mailer, siteUrl: siteUrl() }),
    oidc: provider && createOidc?.({ ...settings, provider, siteUrl: siteUrl() }),
    now,
  }
  const stopping = new AbortController()
  const app = createApp(context, site)

  const listener = limitPipelining(log, createListener(log, app.fetch))
  // A request that expects what no host knows is answered as if it did not.
  server.on('request', listener).on('checkExpectation', listener)
  keepPurged(context, stopping.signal)
  const urls = reachableUrls(settings.host, port).map(
    (origin) => `${origin}${site ? `${basePath}/` : '/api'}`,
  )
  const url = urls.join(' ')
  const finished = () => Promise.all([jobs.finished(), resetMails.finished()])
  function cleanUp(): Promise<void> {
    log.info({ event: 'stopped', url })
    return database.close()
  }
  shutDownGracefully(server, stopping, finished, cleanUp)
  for (const warning of warningsOf(settings)) log.warn(warning)
  const { version, commit, date } = release
  const [metricsUrl] = metricsPort === undefined ? [] : reachableUrls(settings.host, metricsPort)
  const isWatched = process.stdout.isTTY || process.env.NODE_ENV === 'development'
  if (isWatched) console.log(openingLine(settings, urls, describeRelease(release)))
  else
    log.info({ event: 'started', version, commit, date, url, metrics: metricsUrl && `${metricsUrl}/metrics` })
}

function openingLine({ servesSite, siteUrl, mail }: Settings, urls: string[], name: string): string {
  const places = servesSite || siteUrl === undefined ? urls.join(' or ') : `${siteUrl}/`
  const open = servesSite || siteUrl !== undefined ? `open ${places}` : `the API alone is at ${places}`
  return `${name}: ${open}${mail ? '' : '. It sends no mail: SMTP_URL and MAIL_FROM are empty'}.`
}

function listen(server: Server, host: string, variable: string, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(unusableAddress(cause, host, `${variable} is ${port}`)))
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function unusableAddress(cause: NodeJS.ErrnoException, host: string, port: string): SettingError {
  if (cause.code === 'EADDRINUSE') return new SettingError(`${port}, which another program has taken.`)
  if (cause.code === 'EACCES') return new SettingError(`${port}, which this user may not listen on.`)
  return new SettingError(`HOST is '${host}', which cannot be listened on: ${cause.message}.`)
}
