import { createStore } from '@/lib/create-store'

const resets: (() => void)[] = []

/** Store of module state that belongs to the signed-in user: it is reset when the session ends. `discard` ends what the value does. */
export function userState<T>(initial: () => T, discard: (value: T) => void = () => {}) {
  const store = createStore(initial())
  resets.push(() => {
    const discarded = store.get()
    store.set(initial())
    discard(discarded)
  })
  return store
}

export function clearUserState(): void {
  for (const reset of resets) reset()
}
