const INTERVAL_MS = 250

export function createSnapshots<State>(read: () => State) {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let state = read()

  function publish(): void {
    clearTimeout(timer)
    timer = undefined
    state = read()
    for (const listener of listeners) listener()
  }

  return {
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    publish,
    publishSoon(): void {
      timer ??= setTimeout(publish, INTERVAL_MS)
    },
  }
}
