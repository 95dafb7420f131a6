import { newId } from '@/lib/ids'
import { resultOf, transact, withTimeout } from '@/lib/offline/database'

/** Longest time that one attempt may take, to its last byte. */
export const MAX_ATTEMPT_MS = 90_000

const MAX_WAIT_MS = 100_000

const RETRY_MS = 500

/** To be called before each call to the host. */
export type AssertHeld = () => Promise<void>

/** Works while no other tab holds the lock. Returns undefined, without having worked, if another has it for too long. */
export async function withLock<Result>(
  name: string,
  work: (assertHeld: AssertHeld) => Promise<Result>,
  maxWait = MAX_WAIT_MS,
): Promise<Result | undefined> {
  const { locks } = globalThis.navigator ?? {}
  if (!locks) return withLease(name, work, maxWait)
  const signal = AbortSignal.timeout(maxWait)
  let isHeld = false
  try {
    return await locks.request(name, { signal }, () => {
      isHeld = true
      return work(async () => {})
    })
  } catch (error) {
    if (isHeld) throw error
    return signal.aborted ? undefined : withLease(name, work, maxWait)
  }
}

/** Leases of this page, which the database may not take. */
const heldHere = new Set<string>()

type Lease = { id: string; user: ''; holder: string; until: number }

/** For origins and browsers without locks. A lease is a database record without a user, which expires. */
async function withLease<Result>(
  name: string,
  work: (assertHeld: AssertHeld) => Promise<Result>,
  maxWait: number,
): Promise<Result | undefined> {
  const lease = { id: `lease-${name}`, user: '', holder: newId() } as const
  const giveUpAt = Date.now() + maxWait
  let taken = await take()
  while (taken === 'by another') {
    if (Date.now() > giveUpAt) return undefined
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    taken = await take()
  }
  try {
    return await work(async () => {
      if (taken === 'stored' && (await change('renew')) === 'by another')
        throw new Error('Another tab has had the lease')
    })
  } finally {
    await change('release')
    heldHere.delete(name)
  }

  async function take() {
    if (heldHere.has(name)) return 'by another'
    heldHere.add(name)
    const result = await change('take')
    if (result === 'by another') heldHere.delete(name)
    return result
  }

  /** Takes the lease unless another tab has it; renews or releases it unless another has had it. None exists without a database. */
  function change(how: 'take' | 'renew' | 'release'): Promise<'stored' | 'not stored' | 'by another'> {
    const changing = transact(['drafts'], 'readwrite', async ({ drafts }) => {
      const held = await resultOf<Lease | undefined>(drafts.get(lease.id))
      const left = held ? held.until - Date.now() : 0
      // A longer one comes from a clock that was ahead.
      const isFree = how === 'take' && !(left > 0 && left <= MAX_ATTEMPT_MS)
      if (held?.holder !== lease.holder && !isFree) return 'by another'
      if (how === 'release') drafts.delete(lease.id)
      else drafts.put({ ...lease, until: Date.now() + MAX_ATTEMPT_MS } satisfies Lease)
      return 'stored'
    })
    return withTimeout(changing).catch((cause: unknown) => {
      console.warn(cause)
      return 'not stored'
    })
  }
}
