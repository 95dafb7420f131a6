import { createHash } from 'node:crypto'
import { type Browser, type Member, storageOf } from './browser'
import { createReadingWorker } from './reading-worker'
import { ScreenFormData, ScreenNode } from './screen/nodes'

export type Tab = {
  name: string
  browser: Browser
  log: unknown[][]
  readonly root: ScreenNode
  readonly path: string
  readonly hash: string
  readonly isAlive: boolean
  readonly isHidden: boolean
  isOnline: () => boolean
  back: () => void
  show: (isShown: boolean) => void
  readonly isFrozen: boolean
  fire: (type: string, event: object) => void
  /** Leaves the page for the back/forward cache, unless it has a lock. Returns whether it is there. */
  freeze: () => Promise<boolean>
  thaw: () => void
  kill: () => void
  close: (tasks?: number) => Promise<void>
}

/** What carries the calls of a tab to the host. */
type Carrier = { apiHost: string; call: (tab: Tab, url: string, options: RequestInit) => Promise<Response> }

/** The screens and `lib/`, which run with a tab's globals. */
export type Screens = (globals: object) => void

type Listener = (event: object) => void

const ORIGIN = 'https://notas.example'

/** It has the focus, as far as a page can tell. */
const BODY = {
  closest: () => null,
  matches: () => false,
  setAttribute() {},
  addEventListener() {},
  focus() {},
  blur() {},
}

/** Opens a tab: runs the screens with globals of its own. */
export function createTab(
  { browser, line, name }: { browser: Browser; line: Carrier; name: string },
  screens: Screens,
  path: string,
): Tab {
  const { world } = browser
  const { random } = world
  const openedAt = world.now()
  const onWindow = createTarget()
  const onDocument = createTarget()
  const moves = new Set<() => void>()
  const transactions = new Set<IDBTransaction>()
  const timers = new Set<number>()
  const own = new Map<string, string>()
  const log: unknown[][] = []
  const entries = [entryOf(path)]
  let isAlive = true
  /** What waits until a page of the back/forward cache is shown again. */
  let frozen: (() => void)[] | undefined
  let isHidden = false
  let root = new ScreenNode('body', {})

  const member: Member = {
    isAlive: () => isAlive,
    isFrozen: () => frozen !== undefined,
    // A page in the back/forward cache is not told.
    onStorage: (event) => void (frozen || onWindow.fire('storage', event)),
  }
  browser.join(member)

  function entryOf(href: string, page = href) {
    const [pathname = '', hash = ''] = href.split('#')
    return { pathname, hash: hash && `#${hash}`, page, state: {} as unknown }
  }

  const entry = () => entries.at(-1) as ReturnType<typeof entryOf>

  function moved(): void {
    for (const listener of [...moves]) listener()
  }

  const time = () => world.now() + browser.ahead

  const TabDate = class extends Date {
    constructor(...given: [] | [number | string]) {
      super(...((given.length === 0 ? [time()] : given) as [number]))
    }
    static override now = () => time()
  }

  function setTimer(run: () => void, delay = 0): number {
    if (!isAlive) return 0
    const id = world.after(delay, () => {
      timers.delete(id)
      whenShown(run)
    })
    timers.add(id)
    return id
  }

  function clearTimer(id: number): void {
    timers.delete(id)
    world.cancel(id)
  }

  function whenShown(run: () => void): void {
    if (frozen) frozen.push(run)
    else if (isAlive) run()
  }

  /** A closed tab goes on nowhere: what it waits for never comes. */
  function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!isAlive) return new Promise(() => {})
    return new Promise((resolve, reject) => {
      work().then(
        (result) => whenShown(() => resolve(result)),
        (cause) => whenShown(() => reject(cause)),
      )
    })
  }

  const globals: Record<string, unknown> = {
    ...onWindow.methods,
    Date: TabDate,
    Math: Object.assign(Object.create(Math), { random: () => random.below(2 ** 30) / 2 ** 30 }),
    performance: { now: () => world.now() - openedAt, timeOrigin: time() },
    setTimeout: setTimer,
    clearTimeout: clearTimer,
    setInterval: (run: () => void, delay: number) => {
      const repeat = () => {
        setTimer(repeat, delay)
        run()
      }
      return setTimer(repeat, delay)
    },
    clearInterval: clearTimer,
    requestIdleCallback: (run: () => void) => setTimer(run, 1),
    requestAnimationFrame: (run: () => void) => setTimer(run, 16),
    queueMicrotask: (work: () => void) => void Promise.resolve().then(work),
    crypto: {
      getRandomValues: (bytes: Uint8Array) => bytes.map(() => random.below(256)),
      subtle: {
        digest: async (_: string, bytes: Uint8Array) =>
          new Uint8Array(createHash('sha256').update(bytes).digest()).buffer,
      },
    },
    console: {
      ...console,
      error: (...words: unknown[]) => void log.push(words),
      warn: (...words: unknown[]) => void log.push(words),
      log() {},
    },
    localStorage: storageOf(browser, member),
    indexedDB: { open: openDatabase },
    BroadcastChannel: function openChannel(channel: string) {
      return browser.openChannel(member, channel)
    },
    navigator: {
      get onLine() {
        return browser.isOnline
      },
      ...(browser.hasLocks && {
        locks: {
          request: (
            lock: string,
            ...rest: [options: object, work: () => unknown] | [work: () => unknown]
          ) => {
            const work = rest.at(-1) as (lock: object | null) => Promise<unknown>
            return guarded(() =>
              browser.lock(member, lock, rest.length > 1 ? (rest[0] as object) : {}, (held) =>
                isAlive ? work(held) : new Promise(() => {}),
              ),
            )
          },
        },
      }),
    },
    document: {
      ...onDocument.methods,
      execCommand: () => false,
      get hidden() {
        return isHidden
      },
      get visibilityState() {
        return isHidden ? 'hidden' : 'visible'
      },
      activeElement: BODY,
      getElementById: () => null,
      querySelector: () => null,
    },
    location: {
      get pathname() {
        return entry().pathname
      },
      get hash() {
        return entry().hash
      },
      get href() {
        return `${ORIGIN}${entry().pathname}${entry().hash}`
      },
      origin: ORIGIN,
      search: '',
    },
    history: {
      get state() {
        return entry().state
      },
      pushState(state: unknown, _: string, href: string) {
        entries.push({ ...entryOf(href, entry().page), state })
        world.task(() => isAlive && moved())
      },
      replaceState(state: unknown, _: string, href?: string) {
        const { pathname, hash, page } = entry()
        entries.splice(-1, 1, { ...entryOf(href ?? pathname + hash, page), state })
        world.task(() => isAlive && moved())
      },
    },
    tab: {
      push(href: string) {
        if (!isAlive) return
        entries.push(entryOf(href))
        world.task(() => isAlive && moved())
      },
      path: () => entry().pathname,
      page: () => entry().page,
      onMove(listener: () => void) {
        moves.add(listener)
        return () => moves.delete(listener)
      },
    },
    fetch: (url: string, options: RequestInit) =>
      guarded(() => line.call(tab, url.slice(line.apiHost.length), options)),
    AbortController: TabAbortController,
    AbortSignal: {
      timeout(ms: number) {
        const controller = new TabAbortController()
        setTimer(() => controller.abort(new Error('The time is over')), ms)
        return controller.signal
      },
    },
    Blob: TabBlob,
    apiHost: line.apiHost,
    FormData: ScreenFormData,
    HTMLElement: ScreenNode,
    HTMLTextAreaElement: class {},
    HTMLScriptElement: class {},
    // Only moves the focus.
    MutationObserver: class {
      observe() {}
      disconnect() {}
    },
    MessageChannel: function openPorts() {
      const port1 = { onmessage: () => {}, close() {} }
      return { port1, port2: { postMessage: () => world.task(() => whenShown(port1.onmessage)) } }
    },
    Worker: function startWorker() {
      return createReadingWorker((work) => world.task(() => whenShown(work)))
    },
    PageTransitionEvent: TabPageEvent,
    CSS: { supports: () => true },
    matchMedia: () => ({ matches: true }),
    scrollTo() {},
    alert() {},
    innerWidth: 1280,
    innerHeight: 720,
    scrollY: 0,
    sessionStorage: {
      getItem: (key: string) => own.get(key) ?? null,
      setItem: (key: string, value: string) => void own.set(key, value),
      removeItem: (key: string) => void own.delete(key),
    },
    isSecureContext: browser.hasLocks,
  }
  globals.globalThis = globals
  globals.window = globals

  function openDatabase(databaseName: string, version: number): IDBOpenDBRequest {
    if (!isAlive) throw new Error('The tab is closed')
    const request = browser.databases.open(databaseName, version)
    request.addEventListener('success', () => watchDatabase(request.result))
    return request
  }

  function watchDatabase(database: IDBDatabase): void {
    const begin = database.transaction.bind(database)
    database.transaction = (names, mode) => {
      if (!isAlive) throw new Error('The tab is closed')
      const transaction = begin(names, mode)
      transactions.add(transaction)
      transaction.addEventListener('complete', () => transactions.delete(transaction))
      transaction.addEventListener('abort', () => transactions.delete(transaction))
      if (mode === 'readwrite' && browser.isFull) refusePuts(transaction)
      return transaction
    }
  }

  /** A full disk fails what is put, and with it the transaction. */
  function refusePuts(transaction: IDBTransaction): void {
    const find = transaction.objectStore.bind(transaction)
    transaction.objectStore = (storeName) => {
      const store = find(storeName)
      const put = store.put.bind(store)
      store.put = (value) => {
        const request = put(value)
        transaction.commit = () => abort(transaction)
        world.task(() => transactions.has(transaction) && abort(transaction))
        return request
      }
      return store
    }
  }

  function abort(transaction: IDBTransaction): void {
    try {
      transaction.abort()
    } catch {} // it has ended
  }

  const tab: Tab = {
    name,
    browser,
    log,
    get root() {
      return root
    },
    get path() {
      return entry().pathname
    },
    get hash() {
      return entry().hash
    },
    get isAlive() {
      return isAlive
    },
    get isHidden() {
      return isHidden
    },
    isOnline: () => browser.isOnline,
    back(): void {
      if (entries.length < 2) return
      entries.pop()
      onWindow.fire('popstate', {})
      world.task(() => isAlive && moved())
    },
    show(isShown: boolean): void {
      isHidden = !isShown
      onDocument.fire('visibilitychange', {})
    },
    get isFrozen() {
      return frozen !== undefined
    },
    fire: (type, event) => void (frozen || onWindow.fire(type, event)),
    async freeze(): Promise<boolean> {
      isHidden = true
      onDocument.fire('visibilitychange', {})
      // A browser keeps no page that is still loading, nor one with a lock.
      const isKept = onWindow.hears('pageshow') && !browser.hasLock(member)
      onWindow.fire('pagehide', new TabPageEvent(isKept))
      if (!isKept || browser.hasLock(member)) return false
      frozen = []
      return true
    },
    thaw(): void {
      const waiting = frozen ?? []
      frozen = undefined
      isHidden = false
      for (const run of waiting) world.task(run)
      onWindow.fire('pageshow', new TabPageEvent(true))
      onDocument.fire('visibilitychange', {})
    },
    /** Ends the tab at once. What its transactions have not committed is gone. */
    kill(): void {
      isAlive = false
      for (const transaction of transactions) abort(transaction)
      for (const id of timers) world.cancel(id)
      browser.leave(member)
    },
    /** Closes the tab: the page may still store what it has. */
    async close(tasks = 3): Promise<void> {
      isHidden = true
      onDocument.fire('visibilitychange', {})
      onWindow.fire('pagehide', new TabPageEvent(false))
      await world.step(tasks)
      tab.kill()
    },
  }

  screens(globals)
  root = (globals as { start: () => ScreenNode }).start()
  return tab
}

class TabPageEvent {
  readonly persisted: boolean
  constructor(persisted: boolean) {
    this.persisted = persisted
  }
}

function createTarget() {
  const listeners = new Map<string, Set<Listener>>()
  function fire(type: string, event: object): void {
    for (const listener of [...(listeners.get(type) ?? [])]) listener(event)
  }

  return {
    methods: {
      dispatchEvent: (event: Event) => fire(event.type, event),
      addEventListener(type: string, listener: Listener, options?: { once?: boolean }) {
        const known = listeners.get(type) ?? new Set()
        listeners.set(type, known)
        if (!options?.once) return void known.add(listener)
        const once: Listener = (event) => {
          known.delete(once)
          listener(event)
        }
        known.add(once)
      },
      removeEventListener: (type: string, listener: Listener) => void listeners.get(type)?.delete(listener),
    },
    fire,
    hears: (type: string) => (listeners.get(type)?.size ?? 0) > 0,
  }
}

/** Node's own would make events of a thread for each. */
class TabAbortController {
  readonly signal = {
    aborted: false,
    reason: undefined as unknown,
    listeners: [] as (() => void)[],
    addEventListener(_: string, listener: () => void) {
      this.listeners.push(listener)
    },
  }

  abort(reason: unknown): void {
    const { signal } = this
    if (signal.aborted) return
    signal.aborted = true
    signal.reason = reason
    for (const listener of signal.listeners) listener()
  }
}

class TabBlob {
  readonly #text: string
  constructor(parts: (string | Uint8Array)[]) {
    const decoder = new TextDecoder()
    this.#text = parts.map((part) => (typeof part === 'string' ? part : decoder.decode(part))).join('')
  }
  text = async () => this.#text
  stream = () => streamOf(this.#text)
}

/** Stream of one part. */
export function streamOf(text: string, isCut = false) {
  const parts = [new TextEncoder().encode(text)]
  return {
    cancel: async () => {},
    getReader: () => ({
      async read() {
        const value = parts.shift()
        if (!value && isCut) throw new TypeError('network error')
        return { value, done: !value }
      },
    }),
  }
}
