import { listNotes } from '@/lib/api/note-list'
import { isSameText, type Note } from '@/lib/domain/note'
import { getUser, requireToken } from '@/lib/session/token'
import { userState } from '@/lib/session/user-state'

let requests = 0 // of any user

const lastNotes = userState((): Note[] => [])

export async function loadNotes(): Promise<Note[]> {
  requests += 1
  const request = requests
  try {
    const user = getUser()
    const { notes, json } = await listNotes(requireToken())
    const merged = request === requests ? withUnchanged(notes) : notes
    whenIdle(() => {
      import('@/lib/drafts/deferred').then(({ storeList }) => storeList(user, json)).catch(console.warn)
    })
    return merged
  } catch (error) {
    // SWR ignores a stale response but not a stale error; never settling hides the error.
    if (request !== requests) return new Promise(() => {})
    throw error
  }
}

export function ignoreCurrentRequests(): void {
  requests += 1
}

export async function loadOfflineNotes(): Promise<Note[] | undefined> {
  const user = getUser()
  if (user === null) return undefined
  const { offlineNotes } = await import('./offline-notes')
  return offlineNotes(user)
}

function withUnchanged(notes: Note[]): Note[] {
  const before = new Map(lastNotes.get().map((note) => [note._id, note]))
  const merged = notes.map((note) => {
    const known = before.get(note._id)
    return known && isSameText(known, note) ? known : note
  })
  lastNotes.set(merged)
  return merged
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 1000 })
  else setTimeout(work, 300)
}
