const resets = new Set<() => void>()

/** Module state that belongs to the signed-in user: it returns to its initial value when the session ends. */
export function userState<T>(initial: () => T): { get(): T; set(value: T): void } {
  let value = initial()
  resets.add(() => {
    value = initial()
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
