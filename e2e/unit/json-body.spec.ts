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

function post(body: BodyInit) {
  return app.request('/', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
}

test('the handler gets the body that was checked, without parsing it again', async () => {
  const response = await post(JSON.stringify(BODY))
  expect(await response.json()).toEqual({ bodyUsed: true, isParsed: true, body: BODY })
})

test('a body that is not UTF-8 gets 400', async () => {
  const response = await post(new Uint8Array([0x22, 0xf0, 0x9f, 0x98, 0x22]))
  expect(response.status).toBe(400)
})
