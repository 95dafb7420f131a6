import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Log } from './http/log'
import type { Release } from './site/release'
import { type Database, StorageUnavailable } from './store/database'

export type Metrics = ReturnType<typeof createMetrics>

type Request = { method: string; route: string; status: number; seconds: number }

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Clients must not choose a label's value: each value is one more series. */
export function createMetrics({ version, commit }: Pick<Release, 'version' | 'commit'>) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'notas_build_info',
    help: 'Version and commit of this build, with the value 1.',
    labelNames: ['version', 'commit'],
    registers,
  }).set({ version, commit }, 1)
  const requests = new Histogram({
    name: 'notas_request_seconds',
    help: 'Time from a request until its response begins.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const statements = new Histogram({
    name: 'notas_database_seconds',
    help: 'Time of a read or write on the database, with its wait for a connection.',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers,
  })
  const failures = new Counter({
    name: 'notas_database_failures_total',
    help: 'Reads and writes that failed because the database was away, full or locked.',
    labelNames: ['kind'],
    registers,
  })
  // Prometheus sees no increase in a first sample that is not 0.
  for (const kind of ['read', 'write']) failures.inc({ kind }, 0)
  const events = new Counter({
    name: 'notas_events_total',
    help: 'Events of the log by name.',
    labelNames: ['event'],
    registers,
  })
  const waiting = new Map<string, () => number>()
  new Gauge({
    name: 'notas_queue_waiting',
    help: 'Work that waits for its turn.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const [queue, count] of waiting) this.set({ queue }, count())
    },
  })

  async function time<Result>(kind: string, work: () => Promise<Result>): Promise<Result> {
    const end = statements.startTimer({ kind })
    try {
      return await work()
    } catch (cause) {
      if (cause instanceof StorageUnavailable) failures.inc({ kind })
      throw cause
    } finally {
      end()
    }
  }

  return {
    countRequest({ seconds, ...labels }: Request): void {
      requests.observe(labels, seconds)
    },
    countEvents: (log: Log): Log => ({
      ...log,
      info(fields) {
        if (typeof fields.event === 'string') events.inc({ event: fields.event })
        log.info(fields)
      },
    }),
    timeDatabase: (database: Database): Database => ({
      ...database,
      read: (statement) => time('read', () => database.read(statement)),
      write: (...statements) => time('write', () => database.write(...statements)),
    }),
    watchQueue(queue: string, count: () => number): void {
      waiting.set(queue, count)
    },
    text: () => registry.metrics(),
    async respond({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
      const isKnown = url === '/metrics'
      const text = isKnown ? await registry.metrics() : ''
      response.writeHead(isKnown ? 200 : 404, { 'Content-Type': registry.contentType })
      response.end(text)
    },
  }
}
