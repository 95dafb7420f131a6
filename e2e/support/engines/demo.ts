import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readDemo } from '@/server/site/demo'
import { createUser } from '../api-client'
import { listenOnLoopback, type ServerProcess } from '../servers/process'
import { rebaseToDemo } from '../servers/rebase'
import { startStaticHost } from '../servers/static-host'
import type { Tab } from './engine'

export type Demo = ServerProcess & {
  /** Answers the test's own calls with the host in this tab, whose profile is new. */
  enter: (tab: Tab) => Promise<void>
}

/** Starts a static host with a demo, which itself knows no call. */
export async function startDemo(basePath: string): Promise<Demo> {
  let inside: Tab | undefined
  const bridge = await listenOnLoopback(
    createServer(async (incoming, outgoing) => {
      const { method, url, headers } = incoming
      const body = (await text(incoming)) || null
      const answered = await inside?.evaluate(callHost, { method, url, headers, body } as Call)
      outgoing.writeHead(answered?.status ?? 502).end(answered?.body)
    }),
  )
  const folder = mkdtempSync(join(tmpdir(), 'notas-demo-'))
  const site = join(folder, 'site')
  cpSync('out', site, { recursive: true })
  rebaseToDemo(site, basePath)
  // Without the app, which would notice what another tab does, and open its database first.
  writeFileSync(join(site, 'host.html'), `<script>${readDemo('server/dist/demo').page}</script>`)
  const server = await startStaticHost({ folder: site, basePath, apiOrigin: bridge.origin })
  return {
    ...server,
    async enter(tab) {
      inside = tab
      await tab.open('/host.html')
      // The first account gets the sample notes.
      await createUser(server)
    },
    async stop() {
      await server.stop()
      await bridge.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

type Call = { method: string; url: string; headers: Record<string, string>; body: string | null }

/** Runs in the page. */
async function callHost({ url, ...call }: Call): Promise<{ status: number; body: string }> {
  const response = await fetch(url, call)
  return { status: response.status, body: await response.text() }
}
