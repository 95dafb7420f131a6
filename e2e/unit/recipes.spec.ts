import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { SECURITY_HEADERS } from '../support/security-headers'
import { spawnNginx } from '../support/servers/nginx'
import { freePort, isInstalled, waitUntilReachable } from '../support/servers/process'

for (const basePath of ['', '/app', '/a/b']) {
  const name = basePath || 'the root'
  const read = (file: string) =>
    readFileSync(`deploy/recipes/${file}`, 'utf8').replaceAll('{{BASE_PATH}}', basePath)

  test(`under ${name} Netlify, Cloudflare and Vercel serve the editor at a note's URL`, () => {
    expect(linesOf(read('_redirects'))).toEqual([
      `${basePath}/note-editor/index.txt ${basePath}/note-editor/index.txt 200`,
      `${basePath}/note-editor/:id ${basePath}/note-editor/ 200`,
      `${basePath}/note-editor/:id/ ${basePath}/note-editor/ 200`,
    ])
    expect(JSON.parse(read('vercel.json'))).toMatchObject({
      trailingSlash: true,
      rewrites: [
        { source: `${basePath}/note-editor/:id/`, destination: `${basePath}/note-editor/index.html` },
      ],
    })
  })
}

test('Netlify, Cloudflare and Vercel send the headers of the other hosts, and no rule for caches, which a 404 page would have too', () => {
  const [path, ...lines] = linesOf(readFileSync('deploy/recipes/_headers', 'utf8'))
  expect([path, headersOf(lines.map(parsed))]).toEqual(['/*', SECURITY_HEADERS])

  const { headers: rules } = JSON.parse(readFileSync('deploy/recipes/vercel.json', 'utf8')) as {
    headers: { source: string; headers: { key: string; value: string }[] }[]
  }
  expect(
    rules.map(({ source, headers }) => [source, headersOf(headers.map(({ key, value }) => [key, value]))]),
  ).toEqual([['/(.*)', SECURITY_HEADERS]])
})

test("CloudFront's response headers policy has the same headers as the other hosts", () => {
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = JSON.parse(
    readFileSync('deploy/recipes/cloudfront-headers.json', 'utf8'),
  )
  const items: { Header: string; Value: string; Override: boolean }[] = custom.Items

  expect(custom.Quantity).toBe(items.length)
  for (const { Override } of [...items, ...Object.values<{ Override: boolean }>(security)]) {
    expect(Override).toBe(true)
  }
  expect(security.StrictTransportSecurity).toMatchObject({ IncludeSubdomains: false, Preload: false })
  expect({
    'strict-transport-security': `max-age=${security.StrictTransportSecurity.AccessControlMaxAgeSec}`,
    'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'x-frame-options': security.FrameOptions.FrameOption,
    'x-content-type-options': security.ContentTypeOptions && 'nosniff',
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    ...headersOf(items.map(({ Header, Value }) => [Header, Value])),
  }).toEqual(SECURITY_HEADERS)
})

test('Compose reads settings and secrets beside the unpacked package, and has no defaults of its own', () => {
  const texts = ['compose.yaml', 'compose.postgres.yaml'].map((name) =>
    readFileSync(`deploy/${name}`, 'utf8'),
  )
  const files = texts.join('').matchAll(/^ +(?:env_file|file): (.+)$/gm)
  expect([...files].map(([, file = '']) => join('notas/deploy', file))).toEqual([
    'notas.env',
    'secrets/database-url',
    'secrets/database-password',
  ])
  expect(texts.join('')).not.toMatch(/\$\{|SITE_URL|localhost/)
})

test("the cluster's nginx tells only who reads that nothing was stored, where no host answers", async () => {
  test.skip(!isInstalled('nginx') && !process.env.CI, 'nginx is not installed')
  const [port, away] = [await freePort(), await freePort()]
  const text = readFileSync('deploy/cluster/nginx.conf', 'utf8')
    .replace(/10\.0\.0\.2\d:3000/g, `127.0.0.1:${away}`)
    .replace('listen 80', `listen 127.0.0.1:${port}`)
  const nginx = spawnNginx(test.info().outputPath('nginx'), text)
  const { origin, stop } = await waitUntilReachable(nginx, `http://127.0.0.1:${port}`)
  const told: Record<string, unknown> = {}
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
    const { status, headers } = await fetch(`${origin}/api/notes/1`, { method })
    told[method] = [status, headers.get('retry-after')]
  }
  await stop()
  const [reads, writes] = [
    [503, '10'],
    [503, null],
  ]
  expect(told).toEqual({ GET: reads, HEAD: reads, POST: writes, PUT: writes, DELETE: writes })
})

/** Lines without comments and empty lines. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
}

function parsed(line: string): [name: string, value: string] {
  const [name = '', ...value] = line.split(': ')
  return [name, value.join(': ')]
}

function headersOf(pairs: [name: string, value: string][]): Record<string, string> {
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]))
}
