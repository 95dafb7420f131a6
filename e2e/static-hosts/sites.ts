import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test as base, createUser, type User } from '../support/fixtures'
import { alteredCopy, FIRST_RELEASE } from '../support/releases'
import { startHost } from '../support/servers/host'
import { type MailServer, startMailServer } from '../support/servers/mail'
import { type OidcProvider, startOidcProvider } from '../support/servers/oidc-provider'
import { freePort } from '../support/servers/process'
import { rebase } from '../support/servers/rebase'
import { hasRecipe, missing, type Server, type StartedServer, startServer } from './servers'

export const SERVERS: Server[] = ['nginx', 'Caddy', 'a plain host', "Python's http.server"]

type Sites = {
  apiOrigin: string
  /** `address` is that of the front end on this server. */
  at: (server: Server) => StartedServer & { address: string }
  mail: MailServer
  provider: OidcProvider
}

/**
 * The build of `npm test`, moved to the base path and to an API on another origin, on every installed server. Links in
 * mail lead to the plain host.
 */
export const test = base.extend<{ user: User }, { basePath: string; sites: Sites }>({
  basePath: ['/app', { option: true, scope: 'worker' }],

  sites: [
    async ({ basePath }, use) => {
      const ports = new Map(
        await Promise.all(SERVERS.map(async (server) => [server, await freePort()] as const)),
      )
      const plain = `127.0.0.1:${ports.get('a plain host')}`
      const names = ['127.0.0.1', 'localhost']
      const origins = [...ports].flatMap(([server, port]) =>
        names.map((name) => `${hasRecipe(server) ? 'https' : 'http'}://${name}:${port}`),
      )
      const apiPort = await freePort()
      const apiOrigin = `http://127.0.0.1:${apiPort}`
      const mail = await startMailServer()
      const provider = await startOidcProvider({ redirectUris: [`${apiOrigin}/api/auth/oidc/callback`] })
      const api = await startHost({
        env: {
          ...mail.env,
          ...provider.env,
          PORT: String(apiPort),
          NEXT_PUBLIC_API_HOST: apiOrigin,
          SITE_URL: `http://${plain}${basePath}`,
          CORS_ORIGINS: origins.join(','),
          NODE_ENV: 'development',
        },
      })
      const name = basePath.replaceAll('/', '-') || 'root'
      let recipes = ''
      const folder = await alteredCopy(FIRST_RELEASE, name, (copy) => {
        recipes = rebase(copy, basePath, apiOrigin)
      })
      const root = resolve('e2e/exports', `${name}-sites`, 'root')
      rmSync(root, { recursive: true, force: true })
      mkdirSync(join(root, basePath), { recursive: true })
      cpSync(folder, join(root, basePath), { recursive: true })
      cpSync(join(folder, '404.html'), join(root, '404.html'))
      const started = new Map<Server, StartedServer>()
      for (const server of SERVERS.filter((one) => !missing(one))) {
        const port = ports.get(server) as number
        const site = { root, basePath, recipes, port, httpPort: await freePort() }
        started.set(server, await startServer(server, site))
      }
      const at = (server: Server) => {
        const one = started.get(server) as StartedServer
        return { ...one, address: `${one.origin}${basePath}` }
      }
      await use({ apiOrigin, at, mail, provider })
      await Promise.all([...started.values(), api, mail, provider].map((one) => one.stop()))
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  user: async ({ sites }, use) => use(await createUser({ origin: sites.apiOrigin })),
})
