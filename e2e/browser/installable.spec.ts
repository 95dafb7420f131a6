import { open } from '../support/actions'
import { BASE, expect, test } from '../support/fixtures'

test('the front end can be installed: it has a manifest, icons and theme colours under the base path', async ({
  page,
  request,
}) => {
  await open(page, '/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  expect(address).toBe(`${BASE}/manifest.webmanifest`)
  const response = await request.get(address as string)
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await response.json()
  const at = (path: string) => new URL(path, response.url()).pathname

  expect(manifest).toMatchObject({ name: 'Notas', lang: 'es', display: 'standalone' })
  expect(at(manifest.start_url)).toBe(`${BASE}/notas/`)
  expect(at(manifest.scope)).toBe(`${BASE}/`)
  expect(manifest.shortcuts).toEqual([{ name: 'Nueva nota', url: 'create-note/' }])
  expect(at(manifest.share_target.action)).toBe(`${BASE}/create-note/`)
  expect(manifest.icons.map((icon: { purpose?: string }) => icon.purpose)).toContain('maskable')
  for (const { src } of manifest.icons) {
    const icon = await request.get(at(src))
    expect(icon.headers()['content-type']).toBe('image/png')
  }
  const apple = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  expect((await request.get(apple as string)).status()).toBe(200)
  expect(
    await page
      .locator('meta[name=theme-color]')
      .evaluateAll((metas) =>
        metas.map((meta) => [meta.getAttribute('media'), meta.getAttribute('content')]),
      ),
  ).toEqual([
    ['(prefers-color-scheme: light)', '#F6F3EB'],
    ['(prefers-color-scheme: dark)', '#1A1E26'],
  ])
})
