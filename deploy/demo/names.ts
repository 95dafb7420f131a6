/** Begins every name that a page of the demo or its worker stores, locks or calls. A real Notas of the origin has others. */
export const PREFIX = 'demo-'

type Method<Self> = (this: Self, ...words: never[]) => unknown

export function prefixNames(): void {
  withPrefix(globalThis.IDBFactory?.prototype, ['open', 'deleteDatabase'])
  prefixDatabases()
  withPrefix(globalThis.CacheStorage?.prototype, ['open', 'has', 'delete'])
  withPrefix(globalThis.LockManager?.prototype, ['request'])
  if (globalThis.CacheStorage) prefixSearches()
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(PREFIX + name)
    }
  }
  if (globalThis.Storage) prefixStorages()
}

function withPrefix<Names extends string>(
  prototype: Record<Names, Method<never>> | undefined,
  names: Names[],
) {
  if (!prototype) return
  for (const name of names) {
    const method = prototype[name] as (...words: unknown[]) => unknown
    prototype[name] = function (this: unknown, first: string, ...others: unknown[]) {
      return method.call(this, PREFIX + first, ...others)
    }
  }
}

function prefixDatabases(): void {
  const { databases } = IDBFactory.prototype
  IDBFactory.prototype.databases = async function () {
    const all = await databases.call(this)
    return ownNames(all.map(({ name = '' }) => name)).map((name) => ({ name }))
  }
}

function prefixSearches(): void {
  const { keys } = CacheStorage.prototype
  CacheStorage.prototype.keys = async function () {
    return ownNames(await keys.call(this))
  }
  CacheStorage.prototype.match = async function (request, { cacheName, ...options } = {}) {
    const names = (await this.keys()).filter((name) => cacheName === undefined || cacheName === name)
    for (const name of names) {
      const found = await (await this.open(name)).match(request, options)
      if (found) return found
    }
  }
}

function prefixStorages(): void {
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    const property = Object.getOwnPropertyDescriptor(window, kind)
    let proxy: Storage | undefined
    Object.defineProperty(window, kind, {
      configurable: true,
      get() {
        const storage: Storage = property?.get?.call(window)
        proxy ??= proxyOf(storage)
        return proxy
      },
    })
  }
  const key = Object.getOwnPropertyDescriptor(StorageEvent.prototype, 'key')?.get
  const keyOf = (event: StorageEvent): string | null => key?.call(event)
  addEventListener('storage', (event) => {
    if (keyOf(event)?.startsWith(PREFIX) === false) event.stopImmediatePropagation()
  })
  Object.defineProperty(StorageEvent.prototype, 'key', {
    get() {
      return keyOf(this)?.slice(PREFIX.length) ?? null
    },
  })
}

function proxyOf(storage: Storage): Storage {
  const methods: Partial<Storage> = {
    getItem: (name) => storage.getItem(PREFIX + name),
    setItem: (name, value) => storage.setItem(PREFIX + name, value),
    removeItem: (name) => storage.removeItem(PREFIX + name),
    key: (position) => ownNames(Object.keys(storage))[position] ?? null,
    clear: () => {
      for (const name of ownNames(Object.keys(storage))) storage.removeItem(PREFIX + name)
    },
  }
  return new Proxy({} as Storage, {
    get: (_, name: string) => {
      if (name === 'length') return ownNames(Object.keys(storage)).length
      return methods[name] ?? storage.getItem(PREFIX + String(name)) ?? undefined
    },
    set: (_, name: string, value) => {
      storage.setItem(PREFIX + name, value)
      return true
    },
    deleteProperty: (_, name: string) => {
      storage.removeItem(PREFIX + name)
      return true
    },
    has: (_, name: string) => name in methods || storage.getItem(PREFIX + name) !== null,
    ownKeys: () => ownNames(Object.keys(storage)),
    getOwnPropertyDescriptor: (_, name: string) => {
      const value = storage.getItem(PREFIX + String(name))
      return value === null ? undefined : { value, configurable: true, enumerable: true, writable: true }
    },
  })
}

function ownNames(names: string[]): string[] {
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
}
