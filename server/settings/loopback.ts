const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

/** Whether an address stays on this machine, and may do without TLS. */
export function isLoopback({ hostname }: { hostname: string }): boolean {
  return LOOPBACK.test(hostname)
}
