import type { Storage } from './storage'

/** `all` can be copied, and put back. */
export function createMemory(all = new Map<string, object>()): Storage & { all: Map<string, object> } {
  return {
    all,
    get: async (key) => all.get(key),
    put: async (key, value) => void all.set(key, value),
    delete: async (key) => void all.delete(key),
    list: async (prefix) => [...all].filter(([key]) => key.startsWith(prefix)).map(([, value]) => value),
  }
}
