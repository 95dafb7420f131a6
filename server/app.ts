import { OpenAPIHono } from '@hono/zod-openapi'
import { Hono } from 'hono'
import type { AppContext, Env } from './context'
import { type LargeResponses, limitLargeResponses } from './fairness/large-responses'
import { createListSender } from './fairness/list-sender'
import type { StaticSite } from './fairness/static-site'
import { clientAddress } from './http/client'
import { acceptedEncoding, compressedOnce } from './http/compression'
import { noteNotFound, Refused } from './http/failures'
import { respond } from './http/respond'
import * as messages from './messages'
import { checkSession } from './middleware/authenticate'
import { corsHeaders } from './middleware/cors'
import { handleErrors, logFailure } from './middleware/errors'
import { requestLog } from './middleware/request-log'
import { TOO_LONG } from './openapi/schemas'
import { accountRoutes } from './routes/account'
import { authRoutes } from './routes/auth'
import { createCalls } from './routes/define-call'
import { healthRoute } from './routes/health'
import { noteRoutes, versionRoutes } from './routes/notes'
import { oidcRoutes } from './routes/oidc'
import { securityTxtRoute } from './routes/security-txt'
import { trashRoutes } from './routes/trash'

export function createApp(context: AppContext, site?: StaticSite): Hono<Env> {
  const app = new Hono<Env>()
  app.onError(handleErrors(context.log))
  app.use(requestLog(context))
  const turns = limitLargeResponses(context)
  app.route('/api', createApi(context, turns))
  if (context.securityContact) securityTxtRoute(app, context, context.securityContact)
  if (site) app.all('*', (c) => site(c, turns.shared))
  return app
}

function createApi(context: AppContext, turns: LargeResponses): OpenAPIHono<Env> {
  const api = new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (result.success) return
      if (result.target === 'param') throw noteNotFound()
      const [issue] = result.error.issues
      const isTooLong = issue?.code === 'custom' && issue.params?.reason === TOO_LONG
      throw new Refused(isTooLong ? TOO_LONG : 'invalid', issue?.message ?? '')
    },
  })
  api.use(corsHeaders(context))
  const withClient = clientAddress(context)
  api.use('/auth/*', withClient)
  api.use('/account/*', withClient)
  const calls = createCalls(api, context)
  authRoutes(calls, context)
  oidcRoutes(calls, context)
  accountRoutes(calls, context)
  const lists = createListSender(
    turns,
    (c) => checkSession(c, context),
    (c, cause) => {
      if (!(cause instanceof Refused)) logFailure(context.log, c, cause)
    },
  )
  noteRoutes(calls, context, lists, turns)
  trashRoutes(calls, context, lists, turns.wholes)
  if (context.versionsPerNote > 0) versionRoutes(calls, lists)
  healthRoute(calls, context)
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' })
  let description: ReturnType<typeof compressedOnce> | undefined
  api.get('/openapi.json', async (c) => {
    description ??= compressedOnce(new TextEncoder().encode(JSON.stringify(describe(api))))
    const encoding = acceptedEncoding(c)
    const headers = { 'Content-Type': 'application/json', ...(encoding && { 'Content-Encoding': encoding }) }
    return respond(200, await description(encoding), headers)
  })
  api.all('*', () => {
    throw new Refused('not-found', messages.noSuchCall)
  })
  return api
}

function describe(api: OpenAPIHono<Env>): object {
  const info = { title: 'Notas', version: '1.1.0' }
  return api.getOpenAPI31Document({ openapi: '3.1.0', info, servers: [{ url: '/api' }] })
}
