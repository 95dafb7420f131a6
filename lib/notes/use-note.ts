import { ApiError } from '@/lib/api/api-error'
import { getNote } from '@/lib/api/notes'
import type { LoadedNote } from '@/lib/domain/note'
import { getUser, requireToken } from '@/lib/session/token'
import { useToken } from '@/lib/session/use-session'
import { useRead } from './use-read'

/** Loads a note at each visit. After a login in another tab it remains, since the user may be writing in it. */
export function useNote(id: string): { note: LoadedNote | undefined; isLoading: boolean } {
  const token = useToken()
  const load = token === undefined ? null : () => loadNote(id)
  const { data, isLoading } = useRead(load, [id, token], console.error)
  return { note: data, isLoading: data === undefined && (isLoading || token === undefined) }
}

async function loadNote(id: string): Promise<LoadedNote> {
  const [token, user] = [requireToken(), getUser()]
  try {
    return await getNote(token, id)
  } catch (error) {
    if (user === null || !(error instanceof ApiError && error.isUnreachable)) throw error
    const { offlineNote } = await import('./offline-notes')
    const note = await offlineNote(user, id)
    if (!note) throw error
    console.error(error)
    return note
  }
}
