const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

export function isLoopback({ hostname }: { hostname: string }): boolean {
  return LOOPBACK.test(hostname)
}
