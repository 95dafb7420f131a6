import { SIGNED_OUT } from '@/lib/session/signed-out'

export function watchSignOuts(): void {
  addEventListener('storage', onStorage)
}

export const loadClearUserData = () => import('./clear-user-data')

function onStorage({ key, newValue }: StorageEvent): void {
  if (key?.startsWith(SIGNED_OUT) && newValue) {
    loadClearUserData()
      .then(({ clearRecords }) => clearRecords(newValue))
      .catch(console.warn)
  }
}
