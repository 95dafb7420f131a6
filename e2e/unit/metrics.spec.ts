import { expect, test } from '@playwright/test'
import { createMetrics } from '@/server/metrics'
import { type Database, StorageUnavailable, sql } from '@/server/store/database'

const BUILD = { version: '1.1.0', commit: '21de26ad' }

test('requests are counted by method, route and status, in buckets of seconds', async () => {
  const metrics = createMetrics(BUILD)
  const request = { method: 'GET', route: '/api/notes', status: 200 }
  for (const seconds of [0.005, 0.006, 0.0625, 20]) metrics.countRequest({ ...request, seconds })
  metrics.countRequest({ ...request, status: 401, seconds: 10 })
  const labels = 'method="GET",route="/api/notes",status="200"'
  const name = 'notas_request_seconds'
  expect(linesOf(await metrics.text(), /request_seconds/).slice(0, 16)).toEqual([
    `# HELP ${name} Time from a request until its response begins.`,
    `# TYPE ${name} histogram`,
    `${name}_bucket{le="0.005",${labels}} 1`,
    `${name}_bucket{le="0.01",${labels}} 2`,
    `${name}_bucket{le="0.025",${labels}} 2`,
    `${name}_bucket{le="0.05",${labels}} 2`,
    `${name}_bucket{le="0.1",${labels}} 3`,
    `${name}_bucket{le="0.25",${labels}} 3`,
    `${name}_bucket{le="0.5",${labels}} 3`,
    `${name}_bucket{le="1",${labels}} 3`,
    `${name}_bucket{le="2.5",${labels}} 3`,
    `${name}_bucket{le="5",${labels}} 3`,
    `${name}_bucket{le="10",${labels}} 3`,
    `${name}_bucket{le="+Inf",${labels}} 4`,
    `${name}_sum{${labels}} 20.0735`,
    `${name}_count{${labels}} 4`,
  ])
})

test('a database that is away is counted, and every statement takes its time', async () => {
  const metrics = createMetrics(BUILD)
  const failing = (cause: Error) => () => Promise.reject(cause)
  const database = (write: Database['write']) =>
    metrics.timeDatabase({ read: async () => [{ a: 1 }], write, dialect: 'postgres' } as unknown as Database)
  expect(await database(async () => []).read(sql`SELECT 1`)).toEqual([{ a: 1 }])
  expect(database(async () => []).dialect).toBe('postgres')
  for (const cause of [new StorageUnavailable('away'), new Error('no such table')])
    await expect(database(failing(cause)).write(sql`SELECT 1`)).rejects.toBe(cause)
  expect(linesOf(await metrics.text(), /^notas_database.*(count|total)/)).toEqual([
    'notas_database_seconds_count{kind="read"} 1',
    'notas_database_seconds_count{kind="write"} 2',
    'notas_database_failures_total{kind="read"} 0',
    'notas_database_failures_total{kind="write"} 1',
  ])
})

test('events of the log are counted, and queues when they are asked for', async () => {
  const metrics = createMetrics(BUILD)
  const logged: unknown[] = []
  const log = metrics.countEvents({ info: (fields) => logged.push(fields), warn: () => {}, error: () => {} })
  const lines = [
    { event: 'login.failed', userId: 'a' },
    { event: 'login.failed', userId: 'b' },
    { status: 200 },
  ]
  for (const line of lines) log.info(line)
  expect(logged).toEqual(lines)
  let waiting = 3
  metrics.watchQueue('jobs', () => waiting)
  await metrics.text()
  waiting = 1
  expect(linesOf(await metrics.text(), /^notas_(events|queue)/)).toEqual([
    'notas_events_total{event="login.failed"} 2',
    'notas_queue_waiting{queue="jobs"} 1',
  ])
})

test('figures of the process come beside those of the host', async () => {
  const text = await createMetrics(BUILD).text()
  for (const name of [
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_seconds',
    'nodejs_heap_size_used_bytes',
  ])
    expect(text).toContain(`# HELP ${name} `)
  expect(text).toContain('notas_build_info{version="1.1.0",commit="21de26ad"} 1\n')
})

function linesOf(text: string, pattern: RegExp): string[] {
  return text.split('\n').filter((line) => pattern.test(line))
}
