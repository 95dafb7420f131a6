/** Works once the page has nothing else to do, after a second at the latest where the browser can tell. */
export function whenIdle(work: () => void): void {
  globalThis.requestIdleCallback?.(work, { timeout: 1000 }) ?? setTimeout(work, 300)
}
