import { createDatabases } from './database'
import type { World } from './world'

/** A tab as its browser knows it. */
export type Member = {
  isAlive: () => boolean
  /** Whether the page lies in the back/forward cache, where it runs nothing. */
  isFrozen: () => boolean
  onStorage: (event: { key: string | null; newValue: string | null }) => void
}

type Holder = { member: Member; name: string; mode: 'exclusive' | 'shared'; grant?: () => void }
type Channel = {
  member: Member
  name: string
  onmessage: ((event: { data: unknown }) => void) | null
  listeners: Set<() => void>
}

export type Browser = Awaited<ReturnType<typeof createBrowser>>

/** State that the tabs of a browser share: databases, localStorage, locks, channels, and the clock. */
export async function createBrowser(world: World, name: string, { hasLocks = true } = {}) {
  const members = new Set<Member>()
  const stored = new Map<string, string>()
  const channels = new Set<Channel>()
  let held: Holder[] = []
  let waiting: Holder[] = []
  const sleep = { until: 0 }

  function isFree({ name, mode }: Holder): boolean {
    return !held.some((one) => one.name === name && (mode === 'exclusive' || one.mode === 'exclusive'))
  }

  function grantNext(): void {
    for (const request of [...waiting]) {
      const isFirst = !waiting.some(
        (one) => one.name === request.name && waiting.indexOf(one) < waiting.indexOf(request),
      )
      if (!isFirst || !isFree(request)) continue
      waiting = waiting.filter((one) => one !== request)
      held.push(request)
      world.task(() => request.grant?.())
    }
  }

  function release(holder: Holder): void {
    held = held.filter((one) => one !== holder)
    grantNext()
  }

  const browser = {
    name,
    world,
    hasLocks,
    databases: await createDatabases(world, sleep),
    /** Until when its databases do not answer. */
    sleep,
    stored,
    isOnline: true,
    isFull: false,
    /** Milliseconds by which its clock is ahead. */
    ahead: 0,
    /** Whether something is under way; a list that offers an undo holds a lock of its own. */
    isLocked: () => [...held, ...waiting].some((one) => one.name !== 'notas-undo-shown'),
    hasLock: (member: Member) => [...held, ...waiting].some((one) => one.member === member),
    join: (member: Member) => void members.add(member),
    leave(member: Member): void {
      members.delete(member)
      for (const channel of channels) if (channel.member === member) channels.delete(channel)
      waiting = waiting.filter((one) => one.member !== member)
      held = held.filter((one) => one.member !== member)
      grantNext()
    },

    async lock<Result>(
      member: Member,
      name: string,
      options: { mode?: 'exclusive' | 'shared'; ifAvailable?: boolean; signal?: AbortSignal },
      work: (lock: object | null) => Promise<Result> | Result,
    ): Promise<Result> {
      const { mode = 'exclusive', ifAvailable, signal } = options
      const holder: Holder = { member, name, mode }
      if (ifAvailable && !isFree(holder)) return work(null)
      await new Promise<void>((resolve, reject) => {
        holder.grant = resolve
        signal?.addEventListener('abort', () => {
          if (!waiting.includes(holder)) return
          waiting = waiting.filter((one) => one !== holder)
          reject(signal.reason)
        })
        waiting.push(holder)
        grantNext()
      })
      try {
        return await work({})
      } finally {
        release(holder)
      }
    },

    openChannel(member: Member, name: string) {
      const listeners = new Set<() => void>()
      const channel: Channel = { member, name, onmessage: null, listeners }
      channels.add(channel)
      return Object.assign(channel, {
        addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
        postMessage(data: unknown): void {
          if (!member.isAlive()) return
          for (const other of channels) {
            if (other === channel || other.name !== name) continue
            world.task(() => {
              if (!other.member.isAlive() || other.member.isFrozen()) return
              other.onmessage?.({ data })
              for (const listener of other.listeners) listener()
            })
          }
        },
      })
    },

    changeStored(member: Member, key: string, value: string | null): void {
      if (!member.isAlive() || (stored.get(key) ?? null) === value) return
      if (value !== null && browser.isFull)
        throw new DOMException('The storage is full', 'QuotaExceededError')
      if (value === null) stored.delete(key)
      else stored.set(key, value)
      for (const other of members)
        if (other !== member) world.task(() => other.isAlive() && other.onStorage({ key, newValue: value }))
    },
  }
  return browser
}

/** localStorage of a tab. */
export function storageOf(browser: Browser, member: Member): Storage {
  const { stored } = browser
  const methods: Record<string, unknown> = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => browser.changeStored(member, key, String(value)),
    removeItem: (key: string) => browser.changeStored(member, key, null),
  }
  return new Proxy({} as Storage, {
    get: (_, name) => methods[String(name)] ?? stored.get(String(name)),
    has: (_, name) => stored.has(String(name)),
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: (_, name) =>
      stored.has(String(name))
        ? { value: stored.get(String(name)), enumerable: true, configurable: true }
        : undefined,
  })
}
