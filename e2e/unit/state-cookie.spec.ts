import { expect, test } from '@playwright/test'
import { Hono } from 'hono'
import { createStateCookie } from '@/server/oidc/state-cookie'

test('an OIDC login can be finished for 10 minutes after its start', async () => {
  const stateCookie = createStateCookie('secreto', { isSecure: false })
  const login = {
    state: 'a',
    nonce: 'b',
    verifier: 'c',
    returnTo: 'https://notas.example/',
    challenge: 'd',
  }
  const start = Date.parse('2026-01-01')
  const [cookie = ''] = (await stateCookie.set(login, start)).split(';')
  const foundAt = async (now: number) => {
    const app = new Hono().get('/', async (c) => c.json((await stateCookie.read(c, now)) ?? null))
    return (await app.request('/', { headers: { Cookie: cookie } })).json()
  }

  expect(await foundAt(start)).toEqual(login)
  expect(await foundAt(start + 599_999)).toEqual(login)
  expect(await foundAt(start + 600_000)).toBeNull()
  // Clocks of nodes differ, but none by more than that.
  expect(await foundAt(start - 600_000)).toEqual(login)
  expect(await foundAt(start - 600_001)).toBeNull()
})
