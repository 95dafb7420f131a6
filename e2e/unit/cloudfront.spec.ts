import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from '@playwright/test'

type Result = { uri?: string; statusCode?: number; headers?: { location: { value: string } } }

type Query = Record<string, { value: string; multiValue?: { value: string }[] }>

const recipe = readFileSync('deploy/recipes/cloudfront-function.js', 'utf8')

for (const basePath of ['', '/app', '/a/b']) {
  const filled = recipe.replaceAll('{{BASE_PATH}}', basePath)
  const handle = (uri: string, querystring: Query = {}): Result =>
    runInNewContext(`${filled}; handler({ request: { uri, querystring } })`, { uri, querystring })

  test(`under ${basePath || 'the root'} CloudFront's function finds files, and redirects within the site`, () => {
    for (const id of ['42', '42/', 'a.b', '%C3%B1/', 'a%2Fb']) {
      expect(handle(`${basePath}/note-editor/${id}`).uri).toBe(`${basePath}/note-editor/index.html`)
    }
    for (const file of [
      '/note-editor/__next._full.txt',
      '/note-editor/index.txt',
      '/_next/static/a.js',
      '/404.html',
    ]) {
      expect(handle(`${basePath}${file}`).uri).toBe(`${basePath}${file}`)
    }
    expect(handle(`${basePath}/notas/`).uri).toBe(`${basePath}/notas/index.html`)
    expect(handle(`${basePath}/notas`).headers?.location.value).toBe(`${basePath}/notas/`)
    expect(handle('//evil.example/x').headers?.location.value).toBe('/evil.example/x/')
    const query: Query = {
      a: { value: '1%202' },
      b: { value: '3', multiValue: [{ value: '3' }, { value: '4' }] },
      c: { value: '' },
    }
    expect(handle(`${basePath}/notas`, query).headers?.location.value).toBe(
      `${basePath}/notas/?a=1%202&b=3&b=4&c`,
    )
  })
}
