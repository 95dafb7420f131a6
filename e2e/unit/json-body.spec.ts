import { expect, test } from '@playwright/test'
import { Hono } from 'hono'
import { jsonBody } from '@/server/middleware/json-body'

const BODY = { title: 'Compras', content: 'pan \u{1f956}' }

/** Tells whether the body was read before the handler, and what the handler reads then. */
const app = new Hono().post('/', jsonBody({ otherTypes: 415 }), async (c) => {
  const { bodyUsed } = c.req.raw
  return c.json({ bodyUsed, body: await c.req.json() })
})

function post(body: BodyInit) {
  return app.request('/', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
}

test('Hono finds the checked body in its cache', async () => {
  const response = await post(JSON.stringify(BODY))
  expect(await response.json()).toEqual({ bodyUsed: true, body: BODY })
})

test('a body that is not UTF-8 gets 400', async () => {
  const response = await post(new Uint8Array([0x22, 0xf0, 0x9f, 0x98, 0x22]))
  expect(response.status).toBe(400)
})
