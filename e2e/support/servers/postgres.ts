import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { succeeds, waitFor } from '../wait-for'
import { distribute, HAS_CITUS_KEYS } from './citus'
import { freePort, type OwnedProcess, ownProcess } from './process'

export type Postgres = {
  createDatabase: () => Promise<string>
  /** Stops the server at once; the next start replays its write-ahead log. */
  crash: () => Promise<void>
  start: () => Promise<void>
  /** Restarts it as a standby: it can be read until it is promoted, and not written to. */
  startAsStandby: () => Promise<void>
  promote: () => Promise<void>
  stop: () => Promise<void>
}

export function findPostgres(): string | undefined {
  const path = (process.env.PATH ?? '').split(':')
  const debian = [18, 17, 16, 15, 14, 13].map((version) => `/usr/lib/postgresql/${version}/bin`)
  return [...path, ...debian].find((folder) => existsSync(join(folder, 'initdb')))
}

/**
 * Starts a PostgreSQL server on loopback, with its own data.
 *
 * @param settings of postgresql.conf
 * @param parent folder in which the data folder is created
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  parent = tmpdir(),
): Promise<Postgres> {
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL is not installed.')
  const folder = mkdtempSync(join(parent, 'notas-postgres-'))
  const data = join(folder, 'data')
  const asOwner = { ...ownerOf(folder), cwd: folder }
  const cluster = ['-D', data, '-U', 'notas', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(join(programs, 'initdb'), cluster, { ...asOwner, stdio: 'pipe' })

  const port = await freePort()
  const url = (database: string) => `postgres://notas@127.0.0.1:${port}/${database}`
  const options = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...settings }
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: OwnedProcess

  async function start(): Promise<void> {
    const command = ['-D', data, '-p', String(port), ...args]
    const program = join(programs as string, 'postgres')
    server = ownProcess(spawn(program, command, { ...asOwner, stdio: 'ignore' }), 'SIGQUIT')
    await waitFor('PostgreSQL is ready', 60_000, () => succeeds(query(url('postgres'), 'SELECT 1')))
  }

  async function create(name: string, template = 'template1'): Promise<string> {
    await query(url('postgres'), `CREATE DATABASE ${name} TEMPLATE ${template}`)
    return url(name)
  }

  let distributed: Promise<string> | undefined

  /** Name of a database whose copies have the keys of deploy/citus. */
  async function createDistributed(): Promise<string> {
    await distribute(await create('distributed'))
    return 'distributed'
  }

  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  await start()
  process.once('exit', removeFolder)
  return {
    async createDatabase() {
      if (HAS_CITUS_KEYS) distributed ??= createDistributed()
      return create(`notas_${randomUUID().replaceAll('-', '')}`, await distributed)
    },
    crash: () => server.stop(),
    start,
    async startAsStandby() {
      writeFileSync(join(data, 'standby.signal'), '')
      await start()
    },
    async promote() {
      await query(url('postgres'), 'SELECT pg_promote()')
    },
    async stop() {
      await server.stop()
      process.off('exit', removeFolder)
      removeFolder()
    },
  }
}

/** PostgreSQL refuses to run as root; the user `postgres` of Debian's package owns it then. */
export function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, 'postgres'], { stdio: 'pipe' })),
  )
  chownSync(folder, uid as number, gid as number)
  return { uid, gid }
}

export async function query(url: string, sql: string): Promise<object[]> {
  const client = new Client(url)
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Creates an ordinary role that may create databases. Resolves to the URL with which it reaches the database. */
export async function createOrdinaryRole(url: string): Promise<string> {
  const name = `corriente_${randomUUID().replaceAll('-', '')}`
  await query(url, `CREATE ROLE ${name} LOGIN CREATEDB`)
  return url.replace('notas@', `${name}@`)
}
