import { call } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'

test('each request is logged as one line of JSON', async ({ start }) => {
  const host = await start()
  await call(host, 'GET', '/app/notas/?buscar=pan')
  await call(host, 'POST', '/api/notes?a=b', { json: {} })
  await call(host, 'DELETE', '/api/notes/a%0Ab')
  await call(host, 'GET', '/app')

  await expect.poll(() => linesOf(host).length).toBe(4)
  expect(linesOf(host).map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'GET /app/notas/ 200',
    'POST /api/notes 401',
    expect.stringMatching(/^DELETE \/api\/notes\/a.*b 401$/s),
    'GET /app 308',
  ])
  for (const line of linesOf(host)) {
    const refused = line.status === 401 ? ['address'] : []
    const keys = ['time', 'level', 'requestId', 'method', 'path', 'status', 'ms', ...refused]
    expect(Object.keys(line)).toEqual(keys)
    expect(line.level).toBe('info')
    expect(Date.parse(line.time)).toBeLessThanOrEqual(Date.now())
  }
  expect(new Set(linesOf(host).map(({ requestId }) => requestId)).size).toBe(4)

  // A request just before SIGTERM is logged too.
  await call(host, 'GET', '/api/health')
  host.kill('SIGTERM')
  expect(await host.exited).toBe(0)
  expect(linesOf(host).slice(4)).toMatchObject([{ method: 'GET', path: '/api/health', status: 200 }])
})

type Line = {
  time: string
  level: string
  requestId: string
  method: string
  path: string
  status?: number
}

function linesOf(host: { output: () => string }): Line[] {
  const [, ...lines] = host.output().trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}
