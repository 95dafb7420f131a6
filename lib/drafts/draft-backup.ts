import type { Draft } from '@/lib/offline/record'

// A closing page loses unfinished IndexedDB writes, so drafts that IndexedDB has not confirmed are also in localStorage.

export const PREFIX = 'notas-draft-'

export function backedUpDrafts(user: string): Draft[] {
  try {
    const drafts = Object.keys(localStorage).map((name) => name.startsWith(PREFIX) && draftAt(name))
    return drafts.filter((draft) => draft && draft.user === user) as Draft[]
  } catch {
    return []
  }
}

export function removeBackup({ id, writtenAt }: Draft): void {
  const backup = draftAt(PREFIX + id)
  if (backup && backup.writtenAt <= writtenAt) localStorage.removeItem(PREFIX + id)
}

function draftAt(name: string): Draft | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '') ?? undefined
  } catch {
    return undefined
  }
}
