import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, test } from '../../support/api-fixtures'
import { listenOnLoopback, ownProcess } from '../../support/servers/process'

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')

test('the health check of the image succeeds while the host can be used', async ({ start }) => {
  const host = await start()
  const { port } = new URL(host.origin)
  expect(await checkHealth(port)).toBe(0)
  await host.stop()
  expect(await checkHealth(port)).toBe(1)
})

test('the health check of the image fails while the host says that its database is away', async () => {
  const away = await listenOnLoopback(createServer((_, response) => response.writeHead(503).end()))
  expect(await checkHealth(new URL(away.origin).port)).toBe(1)
  await away.stop()
})

test('the image has the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(dockerfile).toContain(`org.opencontainers.image.version="${version}"`)
})

function checkHealth(port: string): Promise<number | null> {
  const [program, ...parameters] = JSON.parse(/^HEALTHCHECK .* CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? '')
  expect(program).toBe('node')
  return ownProcess(spawn(process.execPath, parameters, { env: { ...process.env, PORT: port } })).exited
}
