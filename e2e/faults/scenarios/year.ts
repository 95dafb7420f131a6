import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { documented, named } from '../../support/documents'
import { createOrdinaryRole } from '../../support/servers/postgres'
import { createDocumentedMachine, type DocumentedMachine } from '../harness/documented-machine'
import { createPeople } from '../harness/people'
import { type Conditions, type Result, withScenario } from '../harness/scenario'

const DEPLOYING = 'deploy/README.md'
const RUNNING = 'server/README.md'

type Options = {
  nights: number
  /** Packs this release, and the one before; without it this one takes its place. */
  pack: (folder: string) => { archive: string; before?: string }
}

/** A host's year: backups, releases, a full disk, restores. Each step is a command of the documents. */
export function year(conditions: Conditions, { nights, pack }: Options): Promise<Result> {
  return withScenario(conditions, async (scenario) => {
    const { database, secret } = scenario
    const { server } = database
    const people = createPeople(scenario)
    const machines: DocumentedMachine[] = []
    let address = database.url
    const folder = mkdtempSync(join(tmpdir(), 'notas-archives-'))
    const { archive, before } = pack(folder)

    async function install(release: string): Promise<DocumentedMachine> {
      const machine = await createDocumentedMachine(scenario.own)
      machines.push(machine)
      let settings = `${machine.origin}/app REGISTRATION=closed`
      if (server) {
        settings += ' DATABASE_URL_FILE=/etc/notas/database-url'
        mkdirSync(machine.at('etc/notas'))
        writeFileSync(machine.at('etc/notas/database-url'), address)
      }
      const commands = documented(DEPLOYING, 'useradd').replace('https://notas.example.com/app', settings)
      await machine.run(unpacking(machine, commands, release))
      if (!server) await machine.run(documented(DEPLOYING, 'notas-backup.timer'))
      return machine
    }

    /** Commands that unpack this package instead of the one that they name. */
    function unpacking(machine: DocumentedMachine, commands: string, release: string): string {
      cpSync(release, machine.at(basename(release)))
      return commands.replace(/notas-[\w.]+\.tar\.gz/, basename(release))
    }

    async function changeRelease(machine: DocumentedMachine, commands: string): Promise<void> {
      await machine.run(server ? commands.replace('systemctl start notas-backup\n', '') : commands)
    }

    function admin(machine: DocumentedMachine, command: string, env = {}): Promise<string> {
      const operators = named(DEPLOYING, server ? /^DATABASE_URL.*admin users$/ : /^cd .*admin users$/)
      return machine.run(operators.replace(/users$/, command), env)
    }

    async function backUp(machine: DocumentedMachine): Promise<string> {
      if (server) {
        await machine.run(withAddress(documented(RUNNING, 'pg_dump')))
        return machine.at('notas.sql')
      }
      const folder = machine.at('var/backups/notas')
      const before = readdirSync(folder)
      await machine.run(named(DEPLOYING, /^systemctl start notas-backup$/))
      return join(folder, String(readdirSync(folder).find((name) => !before.includes(name))))
    }

    async function verify(machine: DocumentedMachine, backup: string): Promise<void> {
      const command = named(RUNNING, /verify-backup FILE$/)
      const args = command.replace(/^.* (?=verify-backup)/, '').replace('FILE', backup)
      // The tests' own role is a superuser.
      const env = server ? { VERIFY_DATABASE_URL: await createOrdinaryRole(address) } : {}
      const output = await admin(machine, args, env)
      if (!output.includes(people.counts())) scenario.fault('lost', `${output}, and not ${people.counts()}`)
    }

    /** Restores a backup of a machine that has stopped on a new one. */
    async function restore(old: DocumentedMachine, backup: string): Promise<DocumentedMachine> {
      if (server) {
        address = await server.createDatabase()
        await old.run(withAddress(documented(RUNNING, 'psql ')))
        const machine = await install(archive)
        await machine.run(STOP)
        await admin(machine, 'end-sessions --all')
        await machine.run(START)
        return machine
      }
      const machine = await install(archive)
      const name = basename(backup)
      cpSync(backup, machine.at(`var/backups/notas/${name}`))
      await machine.run(documented(DEPLOYING, 'notas-2026-').replace(/notas-2026\S+\.db/, name))
      return machine
    }

    const withAddress = (commands: string) => commands.replace(/"host=[^"]*"/, `"${address}"`)

    try {
      const first = await install(before ?? archive)
      await people.expectClosed(first)
      for (const name of ['carmen', 'lucia', 'mateo']) {
        const credentials = { email: `${name}.${secret}@correo.es`, password: `clave ${secret}` }
        await people.join(first, await admin(first, `create-user ${credentials.email}`), credentials)
      }
      await people.write(first)
      await people.check(first, 'three users write')

      for (let night = 1; night <= nights; night += 1) {
        await backUp(first)
        await people.write(first)
      }
      await people.check(first, `${nights} nights with backups are over`)

      const upgrade = unpacking(first, documented(DEPLOYING, '/opt/notas /opt/notas.previous'), archive)
      await changeRelease(first, upgrade)
      const isMigrated = first.output().includes('"event":"database.migrated"')
      const isCopied = existsSync(first.at('var/lib/notas/data/notas.db.before-migration'))
      if (before && !(isMigrated && (isCopied || server))) scenario.fault('not migrated', first.output())
      await people.check(first, 'the next release has taken over')
      await people.write(first)
      await verify(first, await backUp(first))

      await changeRelease(first, documented(DEPLOYING, '/opt/notas.previous /opt/notas'))
      await people.check(first, 'the release before is back')
      await people.write(first)
      await people.check(first, 'the release before has written')
      await changeRelease(first, upgrade)
      await people.check(first, 'the next release is back')
      await people.write(first)

      if (!server) {
        first.set({ MIN_FREE_DISK: '999999999999999' })
        await first.run(RESTART)
        await people.expectFullDisk(first)
        await people.check(first, 'the disk is full')
        first.set({ MIN_FREE_DISK: '' })
        await first.run(RESTART)
        await people.write(first)
      }

      const backup = await backUp(first)
      await verify(first, backup)
      const forgetTheRest = people.remember()
      await people.write(first)
      await first.run(STOP)
      forgetTheRest()
      const second = await restore(first, backup)
      await people.signInAgain(second)
      await people.check(second, 'a backup is restored on a new machine')
      await people.write(second)

      const last = server ? await install(archive) : second
      await people.write(second, last)
      await people.check(second, 'another node writes')
      if (server) await second.run(STOP)
      await people.write(last)
      await people.check(last, 'the first node has gone')

      const { email } = await people.leave(last, (email) => admin(last, `delete-user ${email} --yes`))
      if ((await admin(last, 'users')).includes(email)) scenario.fault('left behind', email)
      await people.check(last, 'a user has been deleted')
      await verify(last, await backUp(last))
    } finally {
      for (const machine of machines) await machine.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

const STOP = 'systemctl stop notas'
const START = 'systemctl start notas'
const RESTART = `${STOP} && ${START}`
