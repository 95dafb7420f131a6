import type { Draft } from './database'

// A page that is closed takes along what the database has not answered yet. What it puts here stays, for a start:
// the browser writes it to the disk some seconds later.

const PREFIX = 'notas-draft-'

/** A user's drafts that pages had to leave behind. */
export function partingDraftsOf(user: string): Draft[] {
  const drafts = names().map(draftAt)
  return drafts.filter((draft) => draft?.user === user) as Draft[]
}

export function leaveBehind(draft: Draft): void {
  try {
    localStorage.setItem(PREFIX + draft.id, JSON.stringify(draft))
  } catch (cause) {
    console.warn(cause)
  }
}

/** Removes it as it was then, or before. */
export function removeParting({ id, writtenAt }: Draft): void {
  const left = draftAt(PREFIX + id)
  if (left && left.writtenAt <= writtenAt) localStorage.removeItem(PREFIX + id)
}

function names(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
  } catch {
    return []
  }
}

function draftAt(name: string): Draft | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '') ?? undefined
  } catch {
    return undefined
  }
}
