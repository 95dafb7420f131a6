/** Reads JSON from localStorage: undefined if there is none, or the browser forbids the storage. */
export function readStored<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
