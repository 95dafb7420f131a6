import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:http2'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { missingProgram, startRecipe } from '../../support/servers/recipe'
import { openSocket, requestOf } from '../../support/sockets'
import { type Conditions, type Result, withScenario } from '../harness/scenario'
import { peakMemory, registerWithNotes, useFor } from './greedy'

type Counts = { others: number; seconds: number }

/** Limits for each list of the other users, and for the host's memory. */
const LIMITS = { listMs: 2000, memoryMb: 400 }

const ACCOUNTS = 8
const LISTS_OF_ACCOUNT = 2
/** Lists of the attackers have 8 MB, those of others 300 kB. */
const UNREAD = { small: 0, large: 10 }
const NOTES_OF_OTHERS = { small: 600, large: 0 }

/** Accounts ask for long lists and do not read them, while others from the same address list their notes. */
export async function unread(conditions: Conditions, { others, seconds }: Counts): Promise<Result> {
  return withScenario(conditions, async (scenario) => {
    const host = await scenario.startHost({ TRUST_PROXY: '1' })
    const users = await registerWithNotes(scenario, host, others, NOTES_OF_OTHERS)
    const accounts = await registerWithNotes(scenario, host, ACCOUNTS, UNREAD)
    const tokens = Array.from({ length: LISTS_OF_ACCOUNT }, () => accounts.map(({ token }) => token)).flat()

    async function listFor(name: string): Promise<void> {
      const { lists } = await useFor(scenario, host, users, { seconds, pause: 1000 })
      const longest = Math.round(Math.max(...lists))
      scenario.count('lists of others', lists.length)
      scenario.count(`longest ${name}, ms`, longest)
      if (longest > LIMITS.listMs) scenario.fault('slow', `${longest} ms beside ${name}`)
    }

    /** Each account asks again whenever the host ends its connection. */
    async function attackStraight(): Promise<void> {
      const sockets = new Set<Socket>()
      let isOver = false
      const attacks = tokens.map(async (token) => {
        while (!isOver) {
          const { socket, closed } = await openSocket(host)
          scenario.count('unread straight')
          socket.pause().write(requestOf('/api/notes', { token }))
          sockets.add(socket)
          await closed
          sockets.delete(socket)
        }
      })
      await setTimeout(500)
      await listFor('unread straight')
      isOver = true
      for (const socket of sockets) socket.destroy()
      await Promise.all(attacks)
    }

    /** All ask on one connection, whose window is 0 bytes. */
    async function attackThroughNginx(): Promise<void> {
      const folder = mkdtempSync(join(tmpdir(), 'notas-unread-'))
      const nginx = await startRecipe('nginx', {
        recipe: 'deploy/dist/nginx-host.conf',
        folder,
        edits: [['127.0.0.1:3000', new URL(host.origin).host]],
      })
      const session = connect(nginx.origin, { ca: nginx.ca, settings: { initialWindowSize: 0 } })
      session.on('error', () => {})
      tokens.forEach(function attack(token: string): void {
        if (session.destroyed) return
        scenario.count('unread through nginx')
        const stream = session.request({ ':path': '/api/notes', authorization: `Bearer ${token}` })
        stream.pause()
        stream.on('error', () => {})
        stream.once('close', () => attack(token))
      })
      await setTimeout(500)
      await listFor('unread through nginx')
      session.destroy()
      await nginx.stop()
      rmSync(folder, { recursive: true, force: true })
    }

    await listFor('alone')
    await attackStraight()
    if (!missingProgram('nginx')) await attackThroughNginx()
    const memory = peakMemory(host)
    scenario.count('peak memory, MB', memory)
    if (memory > LIMITS.memoryMb) scenario.fault('memory', `${memory} MB`)
  })
}
