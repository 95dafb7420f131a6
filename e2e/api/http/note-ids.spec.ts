import { call, jsonOf } from '../../support/api-client'
import { expect, test } from '../../support/api-fixtures'

const ID = '7d5b3f0a-51c4-4d3b-9d0e-0b7f5a3c2e19'

const IDS = [
  ID,
  '1',
  'undefined',
  '__proto__',
  'constructor',
  '..%2Fauth',
  '%00',
  '%E0%A4%A',
  '%',
  '%F0%9F%A6%9C',
  "'%20OR%201=1%20--",
  `${ID}%20`,
  `${ID}%0A`,
  '0'.repeat(4000),
]

for (const id of IDS) {
  test(`note id ${id.slice(0, 40)} gets 404`, async ({ host, user }) => {
    const { token } = user
    const json = { title: 'Compras', content: '' }
    const path = `/api/notes/${id}`
    for (const response of [
      await call(host, 'GET', path, { token }),
      await call(host, 'PUT', path, { token, json }),
      await call(host, 'PUT', path, { token, json, headers: { 'If-Match': '*' } }),
      await call(host, 'DELETE', path, { token }),
    ]) {
      expect(response.status).toBe(404)
      expect(jsonOf(response)).toEqual({ message: 'Esa nota no existe.' })
    }
  })
}
