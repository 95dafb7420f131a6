export const SLICE_MS = 8

export function yieldToInput(): Promise<void> {
  const { scheduler } = globalThis
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}
