import { SIGNED_OUT } from '@/lib/session/signed-out'

export const loadRemoval = () => import('./remove-kept')

/** Removes what this tab was still writing for a user who signs out in another one. Once is enough for a page. */
export function watchSignOuts(): void {
  addEventListener('storage', onStorage)
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key?.startsWith(SIGNED_OUT) && newValue) {
    loadRemoval()
      .then(({ removeRecords }) => removeRecords(newValue))
      .catch(console.warn)
  }
}
