import type { LoadedNote, NoteText } from '@/lib/domain/note'
import { newId } from '@/lib/ids'
import type { Draft } from '@/lib/offline/record'
import { nextWriteTime } from './draft-store'

export function newDraft(user: string, noteId: string | null, text: NoteText, base: LoadedNote): Draft {
  return { id: newId(), user, noteId, text, base, writtenAt: nextWriteTime() }
}
