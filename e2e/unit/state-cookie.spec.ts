import { expect, test } from '@playwright/test'
import { Hono } from 'hono'
import { createPendingSignIns } from '@/server/oidc/state-cookie'

test('a sign-in can be ended for 10 minutes after its start', async () => {
  const pending = createPendingSignIns('secreto', { isSecure: false })
  const signIn = {
    state: 'a',
    nonce: 'b',
    verifier: 'c',
    returnTo: 'https://notas.example/',
    challenge: 'd',
  }
  const start = Date.parse('2026-01-01')
  const [cookie = ''] = (await pending.keep(signIn, start)).split(';')
  const foundAt = async (now: number) => {
    const app = new Hono().get('/', async (c) => c.json((await pending.find(c, now)) ?? null))
    return (await app.request('/', { headers: { Cookie: cookie } })).json()
  }

  expect(await foundAt(start)).toEqual(signIn)
  expect(await foundAt(start + 599_999)).toEqual(signIn)
  expect(await foundAt(start + 600_000)).toBeNull()
})
