import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandsIn, commandsOf } from '../../support/documents'
import {
  freePort,
  listenOnLoopback,
  type OwnedProcess,
  ownProcess,
  waitForOrigin,
} from '../../support/servers/process'

export type DocumentedMachine = Awaited<ReturnType<typeof createDocumentedMachine>>

/** Answers the commands of systemctl over HTTP. */
const SYSTEMCTL = `#!/bin/sh
exec ${process.execPath} -e 'fetch(process.argv[1] + encodeURIComponent(process.argv.slice(2).join(" "))).then(async (response) => {
  if (response.ok) return
  console.error(await response.text())
  process.exitCode = 1
})' ORIGIN "$@"
`

/** Each backup is made a day after the one before. */
const DATE = `#!/bin/sh
echo >> DAYS
exec /bin/date -d "+$(wc -l < DAYS) days" "$@"
`

/** An empty folder that stands for a machine, on which systemctl starts and stops what the units say. */
export async function createDocumentedMachine(own: (host: OwnedProcess) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'notas-machine-'))
  const at = (path: string) => join(folder, path)
  for (const path of ['bin', 'opt', 'etc/systemd/system', 'var/lib/notas', 'var/backups'])
    mkdirSync(at(path), { recursive: true })
  const port = await freePort()
  let host: OwnedProcess | undefined

  /** Runs commands of the documents to their end. Resolves to what they print; rejects if one fails. */
  async function run(commands: string, env: Record<string, string> = {}): Promise<string> {
    const path = `${at('bin')}:${process.env.PATH}`
    const child = spawn('sh', ['-ec', commandsIn(folder, commands)], {
      cwd: folder,
      env: { ...process.env, ...env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { exited, output, stdout } = ownProcess(child)
    const code = await exited
    if (code !== 0) throw new Error(`${commands}\nexited with ${code}: ${output()}`)
    return stdout()
  }

  function settings(): Record<string, string> {
    const lines = readFileSync(at('etc/notas.env'), 'utf8').split('\n')
    return Object.fromEntries(lines.filter(Boolean).map((line) => line.split(/=(.*)/s).slice(0, 2)))
  }

  async function start(): Promise<void> {
    const [command = ''] = commandsOf(at('etc/systemd/system/notas.service'))
    const env = { ...process.env, ...settings(), PORT: String(port) }
    const child = spawn('sh', ['-c', `exec ${commandsIn(folder, command)}`], {
      cwd: at('var/lib/notas'),
      env,
    })
    host = ownProcess(child)
    own(host)
    await waitForOrigin(child, host)
  }

  const units: Record<string, () => Promise<unknown>> = {
    'daemon-reload': async () => {},
    'enable --now notas-backup.timer': async () => {},
    'enable --now notas': start,
    'start notas': start,
    'stop notas': async () => host?.stop(),
    async 'start notas-backup'() {
      for (const command of commandsOf(at('etc/systemd/system/notas-backup.service')))
        await run(`cd /var/lib/notas && ${command}`, settings())
    },
  }
  const systemd = await listenOnLoopback(
    createServer((request, response) => {
      const command = decodeURIComponent(request.url?.slice(1) ?? '')
      const act = units[command] ?? (() => Promise.reject(new Error(`systemctl ${command} is unknown here.`)))
      act().then(
        () => response.end(),
        (cause) => response.writeHead(500).end(String(cause)),
      )
    }),
  )
  writeFileSync(at('bin/systemctl'), SYSTEMCTL.replace('ORIGIN', `${systemd.origin}/`), { mode: 0o755 })
  writeFileSync(at('bin/date'), DATE.replaceAll('DAYS', at('days')), { mode: 0o755 })

  return {
    origin: `http://127.0.0.1:${port}`,
    at,
    run,
    /** Output of the host that was started last. */
    output: () => host?.output() ?? '',
    /** Changes settings in /etc/notas.env. */
    set(changes: Record<string, string>): void {
      const lines = Object.entries({ ...settings(), ...changes }).map(([name, value]) => `${name}=${value}\n`)
      writeFileSync(at('etc/notas.env'), lines.join(''))
    },
    async remove(): Promise<void> {
      await host?.stop()
      await systemd.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
