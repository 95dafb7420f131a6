import type { OpenAPIHono, RouteConfig, RouteHandler, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler, Next } from 'hono'
import type { AppContext, Env, InTurn } from '../context'
import { authenticate } from '../middleware/authenticate'
import { failure } from '../openapi/schemas'

type Method = 'get' | 'post' | 'put' | 'delete'

type Description = Pick<RouteConfig, 'parameters' | 'request' | 'responses'> & {
  summary: string
  middleware?: MiddlewareHandler<Env>[]
  inTurn?: InTurn
}

type Handler<Described extends Description> = RouteHandler<Described & { method: Method; path: string }, Env>

export type Calls = ReturnType<typeof createCalls>

/** A description checks the requests of its call and types the handler. All are served as OpenAPI. */
export function createCalls(api: OpenAPIHono<Env>, context: AppContext) {
  return {
    publicCall: <Described extends Description>(
      method: Method,
      path: string,
      { inTurn, ...description }: Described,
    ) => ({
      handle(handler: Handler<Described>): void {
        api.openapi({ ...description, method, path }, taking(inTurn, handler) as never)
      },
    }),

    /** Requires a session; documents 401 and 503. */
    call: <Described extends Description & { authentication?: MiddlewareHandler<Env> }>(
      method: Method,
      path: string,
      { summary, authentication = authenticate(context), middleware = [], inTurn, ...others }: Described,
    ) => ({
      handle(handler: Handler<Described>): void {
        const route = {
          method,
          path,
          summary,
          security: [{ token: [] }],
          ...others,
          middleware: [authentication, ...middleware],
          responses: { ...others.responses, ...failures(401, 503) },
        }
        api.openapi(route, taking(inTurn, handler) as never)
      },
    }),
  }
}

function taking<Described extends Description>(inTurn: InTurn | undefined, handler: Handler<Described>) {
  if (!inTurn) return handler
  return (c: Context<Env>, next: Next) =>
    inTurn(c, async () => handler(c as Parameters<typeof handler>[0], next) as Promise<Response>)
}

export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

export function jsonWithETag<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { ...json(schema, description), headers: ETAG_HEADERS }
}

export const ETAG_HEADERS = {
  ETag: { description: 'Strong; proxies that compress may change it', schema: { type: 'string' } },
  'Notas-ETag': { description: 'The same, which proxies leave alone', schema: { type: 'string' } },
} as const

export function body<Schema extends z.ZodType>(schema: Schema, { required = true } = {}) {
  return { body: { required, content: { 'application/json': { schema } } } }
}

export function failures<Status extends keyof typeof FAILURES>(...statuses: Status[]) {
  return Object.fromEntries(statuses.map((status) => [status, json(failure, FAILURES[status])]))
}

const FAILURES = {
  400: 'The request is malformed, or breaks a rule that the message names',
  401: 'No session, an ended one, or wrong credentials',
  403: 'Registration is not open to that email, passwords are off, or what confirms is wrong or missing: password, email or a recent login',
  404: 'The user has no such note or session, or the host no provider',
  408: 'The body brought less than 10 KiB in 10 seconds',
  409: 'That email has an account',
  410: 'The link was used, has expired or was replaced by others',
  412: 'Note or trash are no longer as If-Match names them',
  413: 'The body is too large: over 1 MiB for a note, over 16 KiB elsewhere',
  415: 'The body is not JSON',
  422: 'The key has created a note with another text',
  429: 'Too many from this address: Retry-After says in how many seconds to come back',
  503: 'The database is away or full, or too much is under way',
  507: 'The account or the disk has no room for it: see NOTES_PER_USER, BYTES_PER_USER and MIN_FREE_DISK',
}
