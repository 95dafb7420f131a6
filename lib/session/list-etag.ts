import { readStored } from '@/lib/read-stored'

const NAME = 'notas-list-etag'

export function getListEtag(user: string | null): string | undefined {
  const [owner, etag] = readStored<[owner: string, etag: string]>(NAME) ?? []
  return owner === user ? etag : undefined
}

export function storeListEtag(user: string, etag: string): void {
  localStorage.setItem(NAME, JSON.stringify([user, etag]))
}

export function removeListEtag(): void {
  localStorage.removeItem(NAME)
}
