type Holder = {
  account: string
  network: string
  /** How much of the limits the turn takes. */
  weight: number
  /** Bytes that the client has taken, and bytes that wait for it. */
  sent: () => { taken: number; queued: number }
  end: () => void
}

export type Limits = { ofAccount: number; ofAll: number }

type Entry = Holder & { onGrant: () => void; taken: number; since: number }

/** A client that takes less in this time may lose its turn to one that waits. */
const UNREAD = { bytes: 20 * 1024, ms: 10_000 }
const CHECK_MS = 1000

export function createTurns({ ofAccount, ofAll }: Limits, now = () => performance.now()) {
  const held = new Set<Entry>()
  const waiting = new Set<Entry>()
  const ofAccounts = new Map<string, number>()
  const ofNetworks = new Map<string, number>()
  let heldWeight = 0
  setInterval(() => endUnread(waiting), CHECK_MS).unref()

  function loadOf({ account, network }: Entry) {
    return { account: ofAccounts.get(account) ?? 0, network: ofNetworks.get(network) ?? 0 }
  }

  function isBusier(entry: Entry, than: Entry): boolean {
    const [one, other] = [loadOf(entry), loadOf(than)]
    return one.network === other.network ? one.account > other.account : one.network > other.network
  }

  function isAllowed(entry: Entry): boolean {
    const load = loadOf(entry)
    const share = load.network === 0 ? 1 : load.account === 0 ? 3 / 4 : 1 / 2
    return load.account + entry.weight <= ofAccount && heldWeight + entry.weight <= ofAll * share
  }

  function grantNext(): void {
    let next: Entry | undefined
    for (const entry of waiting) if (isAllowed(entry) && (!next || isBusier(next, entry))) next = entry
    if (!next) return
    grant(next)
    grantNext()
  }

  function grant(entry: Entry): void {
    waiting.delete(entry)
    held.add(entry)
    count(entry, entry.weight)
    entry.since = now()
    entry.onGrant()
  }

  function count({ account, network }: Entry, change: number): void {
    heldWeight += change
    add(ofAccounts, account, change)
    add(ofNetworks, network, change)
  }

  function giveBack(entry: Entry): void {
    waiting.delete(entry)
    if (!held.delete(entry)) return
    count(entry, -entry.weight)
    grantNext()
  }

  /** Ends at most one unread response for each account that waits and holds none, or that waits for its own. */
  function endUnread(waiters: Iterable<Entry>): void {
    for (const entry of held) {
      const { taken, queued } = entry.sent()
      if (queued === 0 || taken - entry.taken >= UNREAD.bytes) Object.assign(entry, { taken, since: now() })
    }
    const unread = [...held].filter(({ since }) => now() - since >= UNREAD.ms)
    for (const waiter of waiters) {
      if (unread.length === 0) return
      const load = loadOf(waiter)
      let worst: Entry | undefined
      for (const entry of unread) {
        const mayEnd = entry.account === waiter.account || (load.account === 0 && isBusier(entry, waiter))
        if (mayEnd && (!worst || isBusier(entry, worst))) worst = entry
      }
      if (!worst) continue
      unread.splice(unread.indexOf(worst), 1)
      worst.end()
      giveBack(worst)
    }
  }

  return {
    waiting: () => waiting.size,
    waitingOf(account: string): number {
      let count = 0
      for (const entry of waiting) if (entry.account === account) count += 1
      return count
    },
    ask({ account, network, weight, sent, end }: Holder) {
      // Not a copy of the holder: V8 takes a microsecond for each field that is added to one.
      const entry: Entry = { account, network, weight, sent, end, onGrant() {}, taken: 0, since: 0 }
      const granted = new Promise<void>((resolve) => {
        entry.onGrant = resolve
      })
      if (isAllowed(entry)) grant(entry)
      else {
        waiting.add(entry)
        endUnread([entry])
      }
      return { granted, isGranted: held.has(entry), giveBack: () => giveBack(entry) }
    },
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
