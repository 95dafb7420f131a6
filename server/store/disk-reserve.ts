import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DAY_MS } from '@/lib/domain/dates'
import type { Log } from '../http/log'
import { existingSqliteFile } from './open'

const LOOK_INTERVAL_MS = 1000
const WARN_INTERVAL_MS = 60_000

const DEFAULT = { bytes: 2 ** 30, share: 0.05 }

const inMiB = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`

/** Whether texts may not grow: below the reserve those of accounts younger than a day, below half of it all. */
export type IsDiskLow = (userCreatedAt: number) => Promise<boolean>

type Options = { databaseUrl: string; minFreeDisk: number | undefined; log: Log; now: () => number }

/** The disk of PostgreSQL is not known, and never low. */
export function createDiskReserve({ databaseUrl, minFreeDisk, log, now }: Options): IsDiskLow {
  const file = existingSqliteFile(databaseUrl)
  if (file === undefined) return async () => false
  const folder = dirname(file)
  let warnedAt = 0
  let looked: Promise<number> | undefined

  async function look(): Promise<number> {
    const { bavail, blocks, bsize } = await statfs(folder)
    const free = bavail * bsize
    const reserve = minFreeDisk ?? Math.min(DEFAULT.bytes, DEFAULT.share * blocks * bsize)
    if (free < reserve && now() - warnedAt >= WARN_INTERVAL_MS) {
      warnedAt = now()
      log.warn(
        `The database's disk has ${inMiB(free)} free: below ${inMiB(reserve)}, the reserve (MIN_FREE_DISK), accounts younger than a day cannot store more, and below half of it nobody can.`,
      )
    }
    return free / reserve
  }

  function freeShare(): Promise<number> {
    if (!looked) {
      looked = look().catch((cause: unknown) => {
        log.error({ task: 'free disk' }, cause)
        return Number.NaN
      })
      setTimeout(() => {
        looked = undefined
      }, LOOK_INTERVAL_MS).unref()
    }
    return looked
  }

  return async (userCreatedAt) => {
    const share = await freeShare()
    return share < 0.5 || (share < 1 && userCreatedAt > now() - DAY_MS)
  }
}
