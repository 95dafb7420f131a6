import { SIGNED_OUT } from '@/lib/session/signed-out'

export const loadRemoval = () => import('./clear-user-data')

/** Removes what this tab was still writing for a user who signs out in another one. Once is enough for a page. */
export function watchSignOuts(): void {
  addEventListener('storage', onStorage)
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key?.startsWith(SIGNED_OUT) && newValue) {
    loadRemoval()
      .then(({ clearRecords }) => clearRecords(newValue))
      .catch(console.warn)
  }
}
