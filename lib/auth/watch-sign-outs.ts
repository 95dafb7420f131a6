import { SIGNED_OUT } from '@/lib/session/token'

export const loadClearUserData = () => import('./clear-user-data')

export function watchSignOuts(): void {
  addEventListener('storage', onStorage)
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key?.startsWith(SIGNED_OUT) && newValue) {
    loadClearUserData()
      .then(({ clearRecords }) => clearRecords(newValue))
      .catch(console.warn)
  }
}
