import { noRoom, noStorage } from '@/lib/domain/messages/auth'
import { Refusal } from './sentence-for'

const PROBE = 'notas-probe'

/** Characters, more than most sessions take. */
const SIZE = 1000

/** Fails with the reason if the browser would not store a session, before one is started on the host. */
export function requireStorage(): void {
  const written = '.'.repeat(SIZE)
  const read = withStorage(() => {
    localStorage.setItem(PROBE, written)
    const value = localStorage.getItem(PROBE)
    localStorage.removeItem(PROBE)
    return value
  })
  if (read !== written) throw new Refusal(noStorage)
}

export function isStorageForbidden(): boolean {
  try {
    localStorage.getItem(PROBE)
    return false
  } catch {
    return true
  }
}

export function withStorage<Result>(use: () => Result): Result {
  try {
    return use()
  } catch (cause) {
    const isFull = (cause as Error).name === 'QuotaExceededError'
    throw new Refusal(isFull ? noRoom : noStorage, { cause })
  }
}
