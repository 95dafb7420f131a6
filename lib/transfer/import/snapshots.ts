import { createStore } from '@/lib/create-store'

const INTERVAL_MS = 250

export function createSnapshots<State>(read: () => State) {
  const { get, set, subscribe } = createStore(read())
  let timer: ReturnType<typeof setTimeout> | undefined

  function publish(): void {
    clearTimeout(timer)
    timer = undefined
    set(read())
  }

  return {
    getState: get,
    subscribe,
    publish,
    publishSoon(): void {
      timer ??= setTimeout(publish, INTERVAL_MS)
    },
  }
}
