import { execFile, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startDisplay } from '../engines/display'
import { withinLimit } from '../engines/within-limit'
import { ownProcess, PYTHON } from '../servers/process'

const MODULE = 'e2e/support/heard/speech-module.py'
const ENABLE_AT_SPI =
  '--session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set ' +
  'string:org.a11y.Status string:IsEnabled variant:boolean:true'

/** Neither braille, nor the whole page when it has loaded, nor each key that is pressed. */
const SETTINGS = {
  enableBraille: false,
  enableBrailleMonitor: false,
  sayAllOnLoad: false,
  enableKeyEcho: false,
}

/** Milliseconds without a word, in which Orca waits for events, after which it has said all. */
const SILENCE = 1200
const SILENCE_LIMIT = 60_000

/** Milliseconds between keys that are typed. */
const KEY_DELAY = 60

const run = promisify(execFile)

export type Orca = Awaited<ReturnType<typeof startOrca>>

/** Starts Orca on a display of its own, where a browser with `env` is heard. It needs no sound device. */
export async function startOrca() {
  const folder = mkdtempSync(join(tmpdir(), 'notas-orca-'))
  const spoken = join(folder, 'spoken')
  writeFileSync(spoken, '')
  const module = join(folder, 'module.py')
  copyFileSync(MODULE, module)
  chmodSync(module, 0o755)
  writeFileSync(
    join(folder, 'speechd.conf'),
    `LogLevel 1\nLogDir "${folder}"\nAddModule "spoken" "${module}" ""\nDefaultModule spoken\n`,
  )
  // Orca asks it for other Orcas of the user, and ends where there is one.
  writeFileSync(join(folder, 'pgrep'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const settings = join(folder, '.local/share/orca')
  mkdirSync(settings, { recursive: true })
  const profile = { profile: ['Default', 'default'], ...SETTINGS, pronunciations: {}, keybindings: {} }
  writeFileSync(
    join(settings, 'user-settings.conf'),
    JSON.stringify({
      general: { ...SETTINGS, startingProfile: ['Default', 'default'] },
      profiles: { default: profile },
      pronunciations: {},
      keybindings: {},
    }),
  )

  const display = await startDisplay()
  const bus = ownProcess(spawn('dbus-daemon', ['--session', '--nofork', '--print-address']))
  const env = {
    ...process.env,
    DISPLAY: display.name,
    DBUS_SESSION_BUS_ADDRESS: await withinLimit('D-Bus', async () => bus.stdout().trim() || undefined),
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    XDG_SESSION_TYPE: 'x11',
    LANG: 'C.UTF-8',
    GNOME_ACCESSIBILITY: '1',
    // Orca stands still for half a minute where something else listens on the port of braille displays.
    BRLAPI_HOST: '127.0.0.1:9',
    SPOKEN: spoken,
  }
  // A child of theirs that lives on would keep an output open. Where Orca stands still, it hears no SIGTERM.
  const start = (program: string, args: string[], more = {}) =>
    ownProcess(spawn(program, args, { env: { ...env, ...more }, stdio: 'ignore' }), 'SIGKILL')
  await run('dbus-send', ENABLE_AT_SPI.split(' '), { env })
  const processes = [
    start('openbox', []),
    start('speech-dispatcher', ['-s', '-C', folder, '-L', folder, '-P', join(folder, 'pid'), '-t', '0']),
  ]
  const orca = start(PYTHON, ['/usr/bin/orca'], { PATH: `${folder}:${process.env.PATH}` })
  processes.push(orca)

  let from = 0
  const entries = (): (string | { keys: string })[] =>
    readFileSync(spoken, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  async function press(...args: string[]): Promise<void> {
    appendFileSync(spoken, `${JSON.stringify({ keys: args.at(-1) })}\n`)
    await run('xdotool', args, { env })
  }

  async function silence(): Promise<void> {
    const start = performance.now()
    let since = start
    let last = ''
    while (performance.now() - since < SILENCE && performance.now() - start < SILENCE_LIMIT) {
      await setTimeout(100)
      const { isRunning, ticks } = await activityOf(orca.pid)
      const state = `${entries().length} ${ticks}`
      if (isRunning || state !== last) since = performance.now()
      last = state
    }
  }

  return {
    env,
    version: async () => (await run('orca', ['--version'])).stdout.trim(),
    key: (key: string) => press('key', '--clearmodifiers', key),
    type: (text: string) => press('type', '--delay', String(KEY_DELAY), text),
    /** Waits until Orca has said all. */
    silence,
    /** Waits until Orca has said all, and forgets it. */
    async listen(): Promise<void> {
      await silence()
      from = entries().length
    },
    heard: () =>
      entries()
        .slice(from)
        .filter((entry) => typeof entry === 'string'),
    /** Log of pressed keys and spoken sentences, since the first entry. */
    logFrom: (first: number) =>
      entries()
        .slice(first)
        .map((entry) => (typeof entry === 'string' ? `  «${entry}»` : `> ${entry.keys}`)),
    count: () => entries().length,
    async stop() {
      for (const { stop } of [...processes.reverse(), bus, display]) await stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** A process that waits for a processor takes no time, and is running. */
async function activityOf(pid: number): Promise<{ isRunning: boolean; ticks: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { isRunning: fields[0] === 'R', ticks: Number(fields[11]) + Number(fields[12]) }
}
