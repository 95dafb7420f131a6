import { SIGNED_OUT } from '@/lib/session/token'

export function watchSignOuts(): void {
  addEventListener('storage', onStorage)
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key?.startsWith(SIGNED_OUT) && newValue) {
    import('./clear-user-data').then(({ clearRecords }) => clearRecords(newValue)).catch(console.warn)
  }
}
