import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { SettingError } from '@/lib/domain/deployment.mjs'
import type { Log } from '../http/log'
import type { Settings } from './settings'

/** Types of statfs(2) on Linux. Other systems have other numbers. */
const NETWORK_DISKS = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
])

const statfsType = (path: string) => statfsSync(path).type

/** Throws a SettingError for a new SQLite database on a network disk, and warns of one that is there. */
export function checkDisk(
  { databaseUrl, networkDisk }: Pick<Settings, 'databaseUrl' | 'networkDisk'>,
  log: Pick<Log, 'warn'>,
  typeOf = statfsType,
): void {
  if (networkDisk || !databaseUrl.startsWith('file:')) return
  const file = resolve(databaseUrl.slice('file:'.length))
  let existing = file
  while (!existsSync(existing)) existing = dirname(existing)
  const disk = NETWORK_DISKS.get(typeOf(existing))
  if (!disk) return
  const danger = `DATABASE_URL is '${databaseUrl}' on ${disk}, where SQLite can lose data`
  if (existing === file) log.warn(`${danger}: move it to a disk of this machine, or use PostgreSQL.`)
  else throw new SettingError(`${danger}: use a disk of this machine, PostgreSQL, or NETWORK_DISK=on.`)
}
