import { DatabaseSync } from '@photostructure/sqlite'
import type { FaultyDatabase } from './databases'
import type { SilentProxy } from './silent-proxy'

/** A time in which a database cannot be used, or not written to. */
export type Interruption = {
  name: string
  begin: () => Promise<void>
  end: () => Promise<void>
  /** The shortest and the longest that it lasts, in milliseconds. */
  lasts: [number, number]
  /** Whether what is stored can be read meanwhile. */
  readsGoOn: boolean
  /** Whether nothing at all can be asked of the database, from the beginning to the end. */
  isKnown: boolean
}

export function interruptionsOf(database: FaultyDatabase, proxy?: SilentProxy): Interruption[] {
  const { server } = database
  if (!server || !proxy) return [lock(database)]

  // Silence is noticed after 5 s.
  const silent = { lasts: [5_500, 7_000] as [number, number], readsGoOn: false, isKnown: false }
  return [
    {
      name: 'crashed',
      begin: () => server.crash(),
      end: () => server.start(),
      lasts: [1_000, 3_000],
      readsGoOn: false,
      isKnown: true,
    },
    {
      name: 'silent',
      begin: async () => proxy.silence(),
      end: async () => proxy.speak({ forgets: false }),
      ...silent,
    },
    {
      name: 'forgotten',
      begin: async () => proxy.silence(),
      end: async () => proxy.speak({ forgets: true }),
      ...silent,
    },
  ]
}

/** Another program takes the only turn to write. */
function lock({ url }: FaultyDatabase): Interruption {
  let other: InstanceType<typeof DatabaseSync> | undefined
  return {
    name: 'locked',
    async begin() {
      other = new DatabaseSync(url.slice('file:'.length))
      other.exec('PRAGMA busy_timeout = 5000')
      other.exec('BEGIN IMMEDIATE')
    },
    end: async () => other?.close(),
    lasts: [5_500, 7_000],
    readsGoOn: true,
    isKnown: false,
  }
}
