import { SIGNED_OUT } from '@/lib/session/signed-out'

/** Clears what this tab writes for a user who signs out in another tab. Repeated calls change nothing. */
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
