import { spawn } from 'node:child_process'
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { succeeds, waitFor } from '../wait-for'
import { ownerOf, query } from './postgres'
import { freePort, ownProcess, withSystemPrograms } from './process'

const PASSWORD = 'clave'

/**
 * Starts PgBouncer with the settings of deploy/cluster, and with few connections, in front of a database. Its files are
 * in `folder`.
 */
export async function startPgBouncer(
  folder: string,
  databaseUrl: string,
): Promise<{ databaseUrl: string; stop: () => Promise<void> }> {
  const server = new URL(databaseUrl)
  const port = await freePort()
  const owner = ownerOf(folder)
  const users = join(folder, 'userlist.txt')
  const settings = readFileSync('deploy/cluster/pgbouncer.ini', 'utf8')
    .replace('notas = host=127.0.0.1 port=5432', `* = host=127.0.0.1 port=${server.port}`)
    .replace('$ADDRESS', '127.0.0.1')
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', users)
    .replace('default_pool_size = 40', 'default_pool_size = 3')
  for (const [file, text] of [
    [users, readFileSync('deploy/cluster/userlist.txt', 'utf8').replace('$DATABASE_PASSWORD', PASSWORD)],
    [join(folder, 'pgbouncer.ini'), settings],
  ] as const) {
    writeFileSync(file, text)
    if (owner.uid !== undefined) chownSync(file, owner.uid, Number(owner.gid))
  }

  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { ...owner, env: withSystemPrograms })
  const { stop, output } = ownProcess(child)
  const url = `postgres://notas:${PASSWORD}@127.0.0.1:${port}${server.pathname}`
  await waitFor('PgBouncer is ready', 60_000, () => {
    if (child.exitCode !== null) throw new Error(output())
    return succeeds(query(url, 'SELECT 1'))
  })
  return { databaseUrl: url, stop }
}
