import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from '@playwright/test'
import { Hono } from 'hono'
import { jsonBody } from '@/server/middleware/json-body'
import { call, jsonOf } from '../support/api-client'
import { listenOnLoopback } from '../support/servers/process'

const BODY = { title: 'Compras', content: 'pan \u{1f956}' }

/** Responds with what two readers get, as the validator of a route and anybody after it would. */
const app = new Hono().post('/', jsonBody(), async (c) =>
  c.json([await c.req.json(), (await c.req.json()) ?? 'nothing']),
)

test('the validator gets the body that was checked, and nobody holds it afterwards', async () => {
  const host = await listenOnLoopback(createServer(getRequestListener(app.fetch)))
  expect(jsonOf(await call(host, 'POST', '/', { json: BODY }))).toEqual([BODY, 'nothing'])
  await host.stop()
})
