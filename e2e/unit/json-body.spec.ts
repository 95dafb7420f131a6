import { expect, test } from '@playwright/test'
import { Hono } from 'hono'
import { jsonBody } from '@/server/middleware/json-body'

const BODY = { title: 'Compras', content: 'pan \u{1f956}' }

/** Tells whether the body was read and parsed before the handler, and what the handler reads then. */
const app = new Hono().post('/', jsonBody(), async (c) => {
  const { bodyUsed } = c.req.raw
  const body = await c.req.json()
  return c.json({ bodyUsed, isParsed: body === (await c.req.json()), body })
})

test('the handler gets the body that was checked, without parsing it again', async () => {
  const headers = { 'Content-Type': 'application/json' }
  const response = await app.request('/', { method: 'POST', body: JSON.stringify(BODY), headers })
  expect(await response.json()).toEqual({ bodyUsed: true, isParsed: true, body: BODY })
})
