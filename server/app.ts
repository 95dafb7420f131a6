import { OpenAPIHono } from '@hono/zod-openapi'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Env, Host } from './context'
import { closeConnections } from './http/graceful-shutdown'
import { respondJson } from './http/respond'
import type { Site } from './http/static-site'
import * as messages from './messages'
import { clientAddress } from './middleware/client-address'
import { namedOrigins } from './middleware/cors'
import { answerErrors } from './middleware/errors'
import { requestLog } from './middleware/request-log'
import { authRoutes } from './routes/auth'
import { healthRoute } from './routes/health'
import { noteRoutes } from './routes/notes'
import { oidcRoutes } from './routes/oidc'
import { oidcSessionRoute } from './routes/oidc-session'
import { recoveryRoutes } from './routes/password-reset'

type Options = {
  host: Host
  corsOrigins: string[]
  trustedProxies: number
  site: Site | undefined
  stopping: AbortSignal
}

/** The whole host as one fetch handler: the API under /api and, where it is given, the front end beside it. */
export function createApp(options: Options): Hono<Env> {
  const { host, site, stopping } = options
  const app = new Hono<Env>()
  app.onError(answerErrors(host.log))
  app.use(requestLog(host.log))
  app.use(closeConnections(stopping))
  app.route('/api', createApi(options))
  if (site) app.all('*', site)
  return app
}

function createApi({ host, corsOrigins, trustedProxies }: Options): OpenAPIHono<Env> {
  const api = new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (!result.success) throw new HTTPException(400, { message: result.error.issues[0]?.message ?? '' })
    },
  })
  api.use(namedOrigins(corsOrigins))
  api.use('/auth/*', clientAddress(trustedProxies))
  authRoutes(api, host)
  recoveryRoutes(api, host)
  oidcRoutes(api, host)
  oidcSessionRoute(api, host)
  noteRoutes(api, host)
  healthRoute(api, host)
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' })
  const description = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Notas', version: '1.0.0' },
    servers: [{ url: '/api' }],
  })
  api.get('/openapi.json', (c) => respondJson(c, 200, description))
  api.all('*', () => {
    throw new HTTPException(404, { message: messages.noSuchCall })
  })
  return api
}
