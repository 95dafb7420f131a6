/** Lets the browser handle input and paint. */
export function pause(): Promise<void> {
  const { scheduler } = globalThis
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}
