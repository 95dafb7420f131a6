const resets = new Set<() => void>()

/** Module state that belongs to the signed-in user: it returns to its initial value when the session ends. `discard` ends what the value does. */
export function userState<T>(
  initial: () => T,
  discard: (value: T) => void = () => {},
): { get(): T; set(value: T): void } {
  let value = initial()
  resets.add(() => {
    const discarded = value
    value = initial()
    discard(discarded)
  })
  return {
    get: () => value,
    set(newValue) {
      value = newValue
    },
  }
}

export function clearUserState(): void {
  for (const reset of resets) reset()
}
