import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Database, StorageUnavailable } from '../store/database'
import type { Log } from './log'

export type Metrics = ReturnType<typeof createMetrics>

type Request = { method: string; route: string; status: number; seconds: number }

/** Upper bounds of buckets, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Figures in Prometheus' text format. Labels are not escaped, and stay: clients must not choose their values. */
export function createMetrics() {
  const requests = createMetric('notas_request_seconds', 'histogram')
  const statements = createMetric('notas_database_seconds', 'histogram')
  const failures = createMetric('notas_database_failures_total', 'counter')
  const events = createMetric('notas_events_total', 'counter')
  const queues = createMetric('notas_queue_waiting', 'gauge')
  const waiting = new Map<string, () => number>()

  async function time<Result>(kind: string, work: () => Promise<Result>): Promise<Result> {
    const start = performance.now()
    try {
      return await work()
    } catch (cause) {
      if (cause instanceof StorageUnavailable) failures.add(`{kind="${kind}"}`)
      throw cause
    } finally {
      statements.observe(`kind="${kind}"`, (performance.now() - start) / 1000)
    }
  }

  function text(): string {
    for (const [queue, count] of waiting) queues.set(`{queue="${queue}"}`, count())
    return [requests, statements, failures, events, queues].map((metric) => metric.text()).join('')
  }

  return {
    countRequest({ method, route, status, seconds }: Request): void {
      requests.observe(`method="${method}",route="${route}",status="${status}"`, seconds)
    },
    countEvents: (log: Log): Log => ({
      ...log,
      info(fields) {
        if (fields.event !== undefined) events.add(`{event="${fields.event}"}`)
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
    text,
    respond: ({ url }: IncomingMessage, response: ServerResponse): void => {
      const isKnown = url === '/metrics'
      response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'text/plain; version=0.0.4' })
      response.end(isKnown ? text() : '')
    },
  }
}

function createMetric(name: string, type: string) {
  const values = new Map<string, number>()
  const set = (sample: string, value: number) => void values.set(sample, value)
  const add = (sample: string, value = 1) => set(sample, (values.get(sample) ?? 0) + value)
  return {
    set,
    add,
    observe(labels: string, seconds: number): void {
      for (const bound of BOUNDS) add(`_bucket{${labels},le="${bound}"}`, seconds <= bound ? 1 : 0)
      add(`_bucket{${labels},le="+Inf"}`)
      add(`_sum{${labels}}`, seconds)
      add(`_count{${labels}}`)
    },
    text: () =>
      [
        `# TYPE ${name} ${type}`,
        ...[...values].map(([sample, value]) => `${name}${sample} ${value}`),
        '',
      ].join('\n'),
  }
}
