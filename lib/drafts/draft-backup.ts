import type { Draft } from '@/lib/offline/database'

// Drafts in localStorage: those that the database refuses, has not answered in time, or had not taken when the page was
// closed. The browser writes them to the disk some seconds later.

export const PREFIX = 'notas-draft-'

/** A user's drafts that the database has not taken. */
export function backedUpDrafts(user: string): Draft[] {
  try {
    const drafts = Object.keys(localStorage).map((name) => name.startsWith(PREFIX) && draftAt(name))
    return drafts.filter((draft) => draft && draft.user === user) as Draft[]
  } catch {
    return [] // the browser keeps no storage
  }
}

/** Removes it as it was then, or before. */
export function removeBackup({ id, writtenAt }: Draft): void {
  const left = draftAt(PREFIX + id)
  if (left && left.writtenAt <= writtenAt) localStorage.removeItem(PREFIX + id)
}

function draftAt(name: string): Draft | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '') ?? undefined
  } catch {
    return undefined
  }
}
