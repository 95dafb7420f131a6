import { lockDatabase } from '../../support/database'
import type { FaultyDatabase } from './databases'
import type { SilentProxy } from './silent-proxy'

export type Outage = {
  name: string
  begin: () => Promise<void>
  end: () => Promise<void>
  /** Shortest and longest duration, in milliseconds. */
  duration: [number, number]
  canRead: boolean
  /** True if no statement can succeed between `begin` and `end`. */
  isTotal: boolean
}

/** The host notices a silent database after 5 s. */
const SILENCE: Outage['duration'] = [5_500, 7_000]

export function outagesOf(database: FaultyDatabase, proxy?: SilentProxy): Outage[] {
  const { server } = database
  if (!server || !proxy) return [lockOutage(database)]

  const silent = { begin: async () => proxy.stall(), duration: SILENCE, canRead: false, isTotal: false }
  return [
    {
      name: 'crashed',
      begin: () => server.crash(),
      end: () => server.start(),
      duration: [1_000, 3_000],
      canRead: false,
      isTotal: true,
    },
    { name: 'silent', end: async () => proxy.resume(), ...silent },
    { name: 'half-open', end: async () => proxy.resumeHalfOpen(), ...silent },
  ]
}

function lockOutage({ url }: FaultyDatabase): Outage {
  let release = async () => {}
  return {
    name: 'locked',
    async begin() {
      release = await lockDatabase({ databaseUrl: url })
    },
    end: () => release(),
    duration: SILENCE,
    canRead: true,
    isTotal: false,
  }
}
