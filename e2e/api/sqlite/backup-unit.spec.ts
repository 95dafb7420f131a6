import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { call, createNote, createUser, listNotes, logIn } from '../../support/api-client'
import { test as base, expect } from '../../support/api-fixtures'
import { commandsIn, commandsOf, documented } from '../../support/documents'

/** `folder` stands for the root of the file system. */
const test = base.extend({
  folder: async ({ folder }, use) => {
    mkdirSync(join(folder, 'var/lib/notas'), { recursive: true })
    mkdirSync(join(folder, 'var/backups/notas'), { recursive: true })
    mkdirSync(join(folder, 'etc'))
    writeFileSync(join(folder, 'etc/notas.env'), 'MAIL_FROM=Notas <notas@example.com>\n')
    await use(folder)
  },
  databaseUrl: ({ folder }, use) => use(`file:${join(folder, 'var/lib/notas/data/notas.db')}`),
})

test.skip(process.platform !== 'linux', 'systemd runs on Linux.')

test("the timer's backup brings a lost database back, as documented", async ({ start, folder }) => {
  const host = await start()
  const user = await createUser(host)
  const note = await createNote(host, user, 'Plantas', 'Riego los martes')
  runBackupUnit(folder)
  const [backup = ''] = backupsIn(folder)
  await createNote(host, user, 'Después de la copia')
  host.kill('SIGKILL')
  await host.exited
  writeFileSync(join(folder, 'var/lib/notas/data/notas.db'), 'dañada')

  restore(folder, backup)
  const again = await start()
  expect((await call(again, 'GET', '/api/notes', { token: user.token })).status).toBe(401)
  expect(await listNotes(again, { token: await logIn(again, user) })).toEqual([note])
})

test('the timer keeps the last 14 backups', async ({ start, folder }) => {
  await start()
  const days = Array.from({ length: 15 }, (_, day) => `notas-2025-01-${10 + day}T030000.db`)
  for (const name of [...days, 'antes-de-la-mudanza.db'])
    writeFileSync(join(folder, 'var/backups/notas', name), '')

  runBackupUnit(folder)
  expect(backupsIn(folder)).toEqual([
    'antes-de-la-mudanza.db',
    ...days.slice(2),
    expect.stringMatching(/^notas-20\d\d-\d\d-\d\dT\d{6}\.db$/),
  ])
})

function backupsIn(folder: string): string[] {
  return readdirSync(join(folder, 'var/backups/notas')).sort()
}

function runBackupUnit(folder: string): void {
  for (const command of commandsOf('deploy/notas-backup.service'))
    runIn(folder, `cd /var/lib/notas && ${command}`)
}

/** Runs the commands of the documentation that stand between stopping and starting the host. */
function restore(folder: string, backup: string): void {
  const commands = documented('deploy/README.md', 'notas-2026-').replace(/^systemctl .*\n/gm, '')
  runIn(folder, commands.replace('notas-2026-11-23T030000.db', backup))
}

function runIn(folder: string, commands: string): void {
  const program = `${process.execPath}$1 ${resolve('server/dist/notas.js')}`
  const here = commandsIn(folder, commands.replace(/\S*\bnode( --env-file=\S+)? \/opt\/notas(?= )/g, program))
  execFileSync('sh', ['-ec', here], { stdio: 'pipe' })
}
