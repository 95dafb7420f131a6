import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { expect } from '@playwright/test'
import { createApp } from '@/server/app'
import { createKnownUsers } from '@/server/auth/known-users'
import { createPasswords } from '@/server/auth/passwords'
import { createRateLimits } from '@/server/auth/rate-limits'
import type { AppContext } from '@/server/context'
import { queueStatements } from '@/server/fairness/statement-queues'
import { createJobQueue } from '@/server/mail/job-queue'
import { readSettings } from '@/server/settings/settings'
import type { Database } from '@/server/store/database'
import { listenOnLoopback } from './process'

/** Serves the API in the test's own process, so that the test may set its clock and watch its statements. */
export async function serveInProcess(
  database: Database,
  given: (own: AppContext) => Partial<AppContext> = () => ({}),
) {
  const log = { info() {}, warn() {}, error: (_: object, cause: unknown) => expect(cause).toBeUndefined() }
  const own: AppContext = {
    ...readSettings({}),
    database: queueStatements(database),
    knownUsers: createKnownUsers(),
    limits: createRateLimits(database, { registrationsPerHour: 1000 }),
    log,
    jobs: createJobQueue(log),
    now: Date.now,
    passwords: createPasswords(),
    isDiskLow: async () => false,
    release: { version: '1.1.0', commit: '', date: '', sources: '' },
    sendResetEmail: undefined,
    sendNotice: undefined,
    oidc: undefined,
    metrics: undefined,
    proveRegistration: undefined,
  }
  const context = { ...own, ...given(own) }
  const { fetch } = createApp(context)
  return { ...(await listenOnLoopback(createServer(getRequestListener(fetch)))), context }
}
