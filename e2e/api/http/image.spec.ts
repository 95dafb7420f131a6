import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, test } from '../../support/api-fixtures'
import { freePort, listenOnLoopback, ownProcess } from '../../support/servers/process'

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')

test('the health check of the image succeeds while the host can be used', async ({ host }) => {
  expect(await checkHealth(new URL(host.origin).port)).toBe(0)
  expect(await checkHealth(String(await freePort()))).toBe(1)
  const away = await listenOnLoopback(createServer((_, response) => response.writeHead(503).end()))
  expect(await checkHealth(new URL(away.origin).port)).toBe(1)
  await away.stop()
})

function checkHealth(port: string): Promise<number | null> {
  const [program, ...parameters] = JSON.parse(/^HEALTHCHECK .* CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? '')
  expect(program).toBe('node')
  return ownProcess(spawn(process.execPath, parameters, { env: { ...process.env, PORT: port } })).exited
}
