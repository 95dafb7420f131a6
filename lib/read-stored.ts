/** `storage` is a function, since a browser may forbid it. */
export function readStored<Value>(name: string, storage = () => localStorage): Value | undefined {
  try {
    return JSON.parse(storage().getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
