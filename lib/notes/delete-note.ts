import type { KeyedMutator } from 'swr'
import * as api from '@/lib/api/notes'
import type { Note } from '@/lib/domain/note'
import { storeDeletion } from '@/lib/offline/list-cache'
import { getUser, requireToken } from '@/lib/session/token'
import { ignoreDeleted } from './load-notes'

export async function deleteNote(id: string): Promise<void> {
  await api.deleteNote(requireToken(), id)
}

export type ChangeNotes = KeyedMutator<Note[] | undefined>

export async function dropNote(id: string, change: ChangeNotes): Promise<void> {
  ignoreDeleted(id)
  await change((notes) => notes?.filter(({ _id }) => _id !== id), { revalidate: false })
  storeDeletion(getUser(), id).catch(console.warn)
}
