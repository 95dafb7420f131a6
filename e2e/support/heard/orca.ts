import { execFile, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startDisplay } from '../engines/display'
import { withinLimit } from '../engines/within-limit'
import { isInstalled, ownProcess, PYTHON } from '../servers/process'

const MODULE = 'e2e/support/heard/speech-module.py'
const PROGRAMS = [
  'orca',
  'speech-dispatcher',
  'xdotool',
  'openbox',
  'Xvfb',
  'dbus-daemon',
  '/usr/libexec/at-spi-bus-launcher',
]

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

/** Milliseconds without a word after which Orca has said all. */
const SILENCE = 1200

/** Milliseconds between keys that are typed. */
const KEY_DELAY = 60

/** At times Orca does not get as far as its first word. */
const ATTEMPTS = 3
const START_LIMIT = 20_000

const run = promisify(execFile)

export type Orca = Awaited<ReturnType<typeof startOrca>>

export const missingPrograms = () => PROGRAMS.filter((program) => !isInstalled(program))

/** Starts Orca on a display of its own, where a browser with `env` is heard. It needs no sound device. */
export async function startOrca() {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const orca = await launch()
    if (await orca.hasStarted()) return orca
    await orca.stop()
  }
  return launch()
}

async function launch() {
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
  // A child of theirs that lives on would keep an output open.
  const start = (program: string, args: string[], more = {}) =>
    ownProcess(spawn(program, args, { env: { ...env, ...more }, stdio: 'ignore' }))
  await run('dbus-send', ENABLE_AT_SPI.split(' '), { env })
  const processes = [
    start('openbox', []),
    start('speech-dispatcher', ['-s', '-C', folder, '-L', folder, '-P', join(folder, 'pid'), '-t', '0']),
  ]
  processes.push(start(PYTHON, ['/usr/bin/orca'], { PATH: `${folder}:${process.env.PATH}` }))

  let from = 0
  const lines = (): string[] =>
    readFileSync(spoken, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  const press = (...args: string[]) => run('xdotool', args, { env })

  return {
    env,
    version: async () => (await run('orca', ['--version'])).stdout.trim(),
    key: (key: string) => press('key', '--clearmodifiers', key),
    type: (text: string) => press('type', '--delay', String(KEY_DELAY), text),
    /** Waits until Orca has said all, and forgets it. */
    async listen(): Promise<void> {
      let count = -1
      while (count !== lines().length) {
        count = lines().length
        await setTimeout(SILENCE)
      }
      from = count
    },
    heard: () => lines().slice(from),
    async hasStarted(): Promise<boolean> {
      const deadline = performance.now() + START_LIMIT
      while (lines().length === 0 && performance.now() < deadline) await setTimeout(100)
      return lines().length > 0
    },
    async stop() {
      for (const { stop } of [...processes.reverse(), bus, display]) await stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}
